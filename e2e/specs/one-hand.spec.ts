import type { Locator } from '@playwright/test';
import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { said } from '../fixtures/texts.ts';
import { boxOf } from '../pages/box-of.ts';
import { composer, expectChatOpen } from '../pages/chat-page.ts';

// What the thumb of the hand that holds the phone gets to (docs/adr/0073): all but the upper third
// of the screen.

/** With the height that a keyboard leaves of the screen. */
const SCREENS = [
  { width: 390, height: 844, aboveKeyboard: 510 },
  { width: 320, height: 640, aboveKeyboard: 380 },
] as const;
/** Smallest side of what a thumb hits, in CSS px. */
const TARGET_PX = 44;

for (const language of ['ar', 'en'] as const) {
  for (const { width, height, aboveKeyboard } of SCREENS) {
    test(`a thumb reaches send and the tab bar, ${width}x${height}, ${language} @long`, async ({
      people,
      openPage,
    }) => {
      const vendor = await people.vendor({ language });
      const visitor = await people.visitor({ language });
      const chat = await people.meet(vendor, visitor);
      const page = await openPage({ ...PHONE, viewport: { width, height } }, { as: vendor });
      await page.goto('/vendor-dashboard/sessions');

      await test.step('the tab bar', async () => {
        const tabs = page.locator('[data-tab-bar]').getByRole('link');
        await expect(tabs).toHaveCount(4);
        for (const tab of await tabs.all()) await expectInReach(tab, height);
        await expectInReach(page.locator('[data-tab-bar]').getByRole('button'), height);
      });

      await test.step('send, at the lower edge and above the keyboard', async () => {
        await page.getByRole('link', { name: visitor.profile.name }).tap();
        await expectChatOpen(page, chat);
        const send = page.getByRole('button', { name: said('chat.send') });
        await composer(page).fill('Lamp');
        await expectInReach(send, height);
        await page.setViewportSize({ width, height: aboveKeyboard });
        await composer(page).fill('line\n'.repeat(12));
        await expectInReach(send, height, aboveKeyboard);
      });

      await test.step('Back is at the upper edge, out of reach; what the phone has for it does the same', async () => {
        await page.setViewportSize({ width, height });
        const back = await boxOf(page.getByRole('link', { name: said('chat.back') }));
        expect(Math.min(back.width, back.height)).toBeGreaterThanOrEqual(TARGET_PX);
        expect(back.y + back.height).toBeLessThan(height / 3);
        await page.goBack();
        await expect(page).toHaveURL(/\/vendor-dashboard\/sessions$/);
      });
    });
  }
}

/**
 * @param screen height of the phone's screen, in px
 * @param visible the part of it that the keyboard leaves
 */
async function expectInReach(target: Locator, screen: number, visible = screen): Promise<void> {
  await expect(target).toBeVisible();
  const { y, width, height } = await boxOf(target);
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(TARGET_PX);
  expect(y).toBeGreaterThanOrEqual(screen / 3);
  expect(y + height).toBeLessThanOrEqual(visible);
}
