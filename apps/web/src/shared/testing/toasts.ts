import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** Waits for a toast with a title and, below it, a text; in English. */
export async function expectToast(title: string, text?: string): Promise<void> {
  const toasts = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
  const toast = toasts.filter({ has: page.getByText(title, { exact: true }) });
  const wanted = text === undefined ? toast : toast.filter({ has: page.getByText(text, { exact: true }) });
  await expect.element(wanted.first()).toBeVisible();
}
