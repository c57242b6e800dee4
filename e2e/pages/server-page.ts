import { expect, type Page } from '@playwright/test';

/** Waits until the client has taken over the page that the server rendered. */
export async function expectHydrated(page: Page): Promise<void> {
  await expect(page.locator('#root:not([data-server-page])')).toHaveCount(1);
}
