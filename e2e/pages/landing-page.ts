import { expect, type Page } from '@playwright/test';

/** Waits until the app has taken the place of what the server has written: it can be read before that, and not be pressed. */
export async function expectTakenOver(page: Page): Promise<void> {
  await expect(page.locator('#root[inert]')).toHaveCount(0);
}
