import type { Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { bubble, composer, openChat, send } from '../pages/chat-page.ts';
import { openMenu } from '../pages/message-menu.ts';
import { startChat } from '../pages/start-chat.ts';

// What can be done with a message (docs/adr/0071).

const OFFER = 'Ten lamps, forty dollars each';

const quoteBar = (page: Page) => page.getByRole('region', { name: 'Quoted message' });

test('a finger reacts to a message and replies to it, and the other one sees both @long', async ({
  people,
  openPage,
}) => {
  const { vendor, visitor, sessionId } = await startChat(people, { language: 'en' });
  await people.sendMessage(vendor, sessionId, { content: OFFER });
  const page = await openChat(await openPage(PHONE, { as: visitor }), sessionId);
  const other = await openChat(await openPage(DESKTOP, { as: vendor }), sessionId);
  const offer = bubble(page, OFFER);

  await openMenu(page, offer);
  const sign = page.getByRole('menuitemradio', { name: 'Thumbs up' });
  await sign.click();
  await expect(offer).toBeFocused();
  await expect(bubble(other, OFFER).getByText(/Thumbs up.*, from/)).toBeAttached();

  await openMenu(page, offer);
  await page.getByRole('menuitem', { name: textOf('en', 'chat.acts.reply'), exact: true }).click();
  await expect(composer(page)).toBeFocused();
  await expect(quoteBar(page)).toContainText(OFFER);
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
