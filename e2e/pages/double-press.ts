import { expect, type Locator } from '@playwright/test';

/** Both presses before anything is drawn, as on a phone that is busy. */
export async function pressTwice(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });
}
