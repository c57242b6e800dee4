import type { Locator, Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SALMA } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { boxOf } from '../pages/box-of.ts';
import { bubble, bubbles, composer, openChat, send } from '../pages/chat-page.ts';
import { openMenu } from '../pages/message-menu.ts';
import { movementOf } from '../pages/message-rows.ts';
import { startChat } from '../pages/start-chat.ts';
import { expectToast, toasts } from '../pages/toasts.ts';

// What can be done with a message (docs/adr/0075).

const OFFER = 'Ten lamps, forty dollars each';

const item = (page: Page, key: Parameters<typeof textOf>[1], language: Parameters<typeof textOf>[0] = 'en') =>
  page.getByRole('menuitem', { name: textOf(language, key), exact: true });

const quoteBar = (page: Page) => page.getByRole('region', { name: 'Quoted message' });

const shown = async (button: Locator): Promise<void> => {
  const { width, height } = await boxOf(button);
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
};

test('a finger reacts to a message and replies to it, and the other one sees both @long', async ({
  people,
  openPage,
}) => {
  const { vendor, visitor, sessionId } = await startChat(people, { language: 'en' });
  await people.sendMessage(vendor, sessionId, { content: OFFER });
  const page = await openChat(await openPage(PHONE, { as: visitor }), sessionId);
  const other = await openChat(await openPage(DESKTOP, { as: vendor }), sessionId);
  const offer = bubble(page, OFFER);

  await openMenu(page, offer, 'finger');
  const sign = page.getByRole('menuitemradio', { name: 'Thumbs up' });
  await shown(sign);
  await sign.click();
  await expect(offer).toBeFocused();
  await expect(bubble(other, OFFER).getByText(/Thumbs up.*, from/)).toBeAttached();

  await openMenu(page, offer, 'finger');
  await item(page, 'chat.acts.reply').click();
  await expect(composer(page)).toBeFocused();
  await expect(quoteBar(page)).toContainText(OFFER);
  await shown(quoteBar(page).getByRole('button', { name: 'Cancel reply' }));
  await page.reload();
  await expect(quoteBar(page)).toContainText(OFFER);
  await send(page, 'Agreed', 'tap');
  await expect(quoteBar(page)).toBeHidden();
  for (const side of [page, other]) {
    await expect(bubble(side, 'Agreed').getByRole('button', { name: /Quoted message/ })).toContainText(OFFER);
  }
  await bubble(other, 'Agreed')
    .getByRole('button', { name: /Quoted message/ })
    .click();
  // The reply holds the text as well.
  await expect(bubble(other, OFFER).first()).toBeFocused();
});

test('the keyboard deletes a message for oneself and brings it back; a right click opens the menu @long', async ({
  people,
  openPage,
}) => {
  const { vendor, visitor, sessionId } = await startChat(people, { language: 'en' });
  for (const content of ['First', OFFER, 'Last']) await people.sendMessage(vendor, sessionId, { content });
  const page = await openChat(await openPage(DESKTOP, { as: visitor }), sessionId);
  await bubble(page, OFFER).locator('[data-bubble]').click({ button: 'right' });
  await expect(item(page, 'chat.acts.reply')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bubble(page, OFFER)).toBeFocused();

  // In a window of another size the bubble is elsewhere.
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(bubble(page, OFFER)).toBeFocused();

  await page.keyboard.press('Shift+F10');
  await page.keyboard.press('End');
  await expect(item(page, 'chat.acts.delete')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(bubbles(page)).toHaveCount(2);
  await expect(bubble(page, 'Last')).toBeFocused();
  await expectToast(page, textOf('en', 'chat.acts.deleted'));
  const undo = toasts(page).getByRole('button', { name: 'Undo' });
  // The toast stays as long as the pointer is on it.
  await undo.hover();
  expect(await people.messages(visitor, sessionId)).toHaveLength(2);
  expect(await people.messages(vendor, sessionId)).toHaveLength(3);
  await undo.click();
  await expect(bubbles(page)).toHaveCount(3);

  // Side by side, the signs are reached with the arrows of their direction.
  await bubble(page, 'Last').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('menuitemradio', { name: 'Heart' })).toBeFocused();
  const id = (await bubble(page, 'First').getAttribute('data-message')) ?? '';
  expect(
    await movementOf(page, id, async () => {
      await page.keyboard.press('Enter');
      await expect(bubble(page, 'Last').getByText(/Heart/)).toBeAttached();
    }),
  ).toBeLessThanOrEqual(1);
});

test('an Arabic reader quotes in Arabic, reports a translation, and learns that a quote was deleted @long', async ({
  people,
  openPage,
}) => {
  const { vendor, visitor, sessionId } = await startChat(people, SALMA);
  const sent = {
    content: OFFER,
    translated_content: 'عشرة مصابيح، أربعون دولارًا لكل منها',
    target_language: 'ar',
  };
  await people.sendMessage(vendor, sessionId, sent);
  const page = await openChat(await openPage(PHONE, { as: visitor }), sessionId);
  const offer = bubble(page, sent.translated_content);
  await openMenu(page, offer, 'finger');
  await item(page, 'chat.acts.report', 'ar').click();
  await page.getByRole('radio', { name: textOf('ar', 'chat.acts.fault.numbers') }).click();
  await page.getByRole('button', { name: textOf('ar', 'trust.sendReport') }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(offer).toBeFocused();
  const { data } = await visitor.client
    .from('translation_reports')
    .select('source_language, target_language, reason')
    .throwOnError();
  expect(data).toEqual([{ source_language: 'en', target_language: 'ar', reason: 'numbers' }]);

  await openMenu(page, offer, 'finger');
  await item(page, 'chat.acts.reply', 'ar').click();
  await send(page, 'موافقة', 'tap');
  const quote = bubble(page, 'موافقة').getByRole('button', { name: sent.translated_content });
  await expect(quote.getByText(sent.translated_content)).toHaveAttribute('dir', 'rtl');
  await openMenu(page, offer, 'finger');
  await item(page, 'chat.acts.delete', 'ar').click();
  await expect(bubble(page, 'موافقة')).toContainText(textOf('ar', 'chat.acts.quoteGone'));
});
