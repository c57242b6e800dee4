import { expect, type Locator, type Page } from '@playwright/test';
import { said } from '../fixtures/texts.ts';
import { boxOf } from './box-of.ts';

/**
 * Opens the menu of a message.
 * @param message its row
 */
export async function openMenu(
  page: Page,
  message: Locator,
  how: 'finger' | 'mouse' | 'keyboard',
): Promise<void> {
  if (how === 'keyboard') {
    // Into the list, and up from its newest message.
    await page.getByRole('log').focus();
    await expect(async () => {
      await page.keyboard.press('ArrowUp');
      await expect(message).toBeFocused({ timeout: 100 });
    }).toPass();
    await page.keyboard.press('Enter');
  } else if (how === 'mouse') {
    await message.hover();
    await message.getByRole('button', { name: said('chat.messageOptions') }).click();
  } else {
    const text = message.locator('[data-bubble] > p').first();
    // Waits until the row rests: a translation that was just folded moves it.
    await text.tap({ trial: true });
    const { x, y, width, height } = await boxOf(text);
    const finger = await page.context().newCDPSession(page);
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await expect(page.getByRole('menu')).toBeVisible();
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
  await expect(page.getByRole('menu', { name: said('chat.messageOptions') })).toBeVisible();
}
