import { expect, type Page } from '@playwright/test';

/** Waits until the app has taken the place of what the server has written: its buttons cannot be pressed before that. */
export async function expectTakenOver(page: Page): Promise<void> {
  await expect(page.locator('#root[data-for]')).toHaveCount(0);
}
