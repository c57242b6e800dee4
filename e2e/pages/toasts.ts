import { expect, type Locator, type Page } from '@playwright/test';
import { said, saidWithin } from '../fixtures/texts.ts';

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

/**
 * Closes all toasts: during its animation a toast has no size to check, and without an action it
 * stays for seconds.
 */
export async function closeToasts(page: Page): Promise<void> {
  const buttons = toasts(page).getByRole('button', { name: said('common.close') });
  // In one step, because a toast may disappear between looking and pressing.
  await buttons.evaluateAll((elements) => {
    for (const element of elements) (element as HTMLElement).click();
  });
  await expect(toasts(page)).toHaveCount(0);
}
