import { expect, type Locator, type Page } from '@playwright/test';
import { saidWithin } from '../fixtures/texts.ts';

/** Waits for a toast with a title and, below it, a text. */
export async function expectToast(page: Page, title: string | RegExp, text?: string | RegExp): Promise<void> {
  const toast = toasts(page).filter({ has: page.getByText(title, { exact: true }) });
  const wanted = text === undefined ? toast : toast.filter({ has: page.getByText(text, { exact: true }) });
  await expect(wanted.first()).toBeVisible();
}

/** All toasts on screen. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: saidWithin('common.notifications') }).getByRole('listitem');
}
