import { expect, type Locator, type Page } from '@playwright/test';
import { said } from '../fixtures/texts.ts';
import { boxOf } from './box-of.ts';

/**
 * Opens the menu of a message with a finger that rests on it.
 * @param message its row
 */
export async function openMenu(page: Page, message: Locator): Promise<void> {
  const text = message.locator('[data-bubble] > p').first();
  // Waits until the row rests.
  await text.tap({ trial: true });
  const { x, y, width, height } = await boxOf(text);
  const finger = await page.context().newCDPSession(page);
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect(page.getByRole('menu')).toBeVisible();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(page.getByRole('menu', { name: said('chat.messageOptions') })).toBeVisible();
}
