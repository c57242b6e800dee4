import { expect, type Locator } from '@playwright/test';

/**
 * Presses a switch or radio button whose state comes back from stored data a moment later.
 * Playwright's `check` wants it in the same moment.
 */
export async function press(control: Locator, state: { checked: boolean }): Promise<void> {
  await control.click({ force: true });
  await expect(control).toBeChecked(state);
}
