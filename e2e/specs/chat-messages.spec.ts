import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { playedBeyond } from '../media/playback.ts';
import { recordTone } from '../media/recording.ts';
import { boxOf } from '../pages/box-of.ts';
import { bubble, bubbles, openChat } from '../pages/chat-page.ts';
import { openMenu } from '../pages/message-menu.ts';
import { startChat } from '../pages/start-chat.ts';
import { expectToast } from '../pages/toasts.ts';

for (const direction of ['ltr', 'rtl'] as const) {
  test(`bubbles, links and what can be done with a message, ${direction} @long`, async ({
    people,
    openPage,
  }) => {
    test.slow();
    const { vendor, visitor, sessionId } = await startChat(people);
    const long = 'A sentence that is long enough to need more than one line wherever it is read. '.repeat(3);
    await people.sendMessage(vendor, sessionId, {
      content: SAID.en.greeting.text,
      translated_content: SAID.en.greeting.zh,
    });
    await people.sendMessage(visitor, sessionId, { content: '请看https://harbour.example/lamps，谢谢。' });
    await people.sendMessage(visitor, sessionId, { content: 'javascript:alert(1) or +971 50 555 0142' });
    await people.sendMessage(visitor, sessionId, { content: long });
    await people.sendMessage(visitor, sessionId, { content: 'Fine?' });
    await people.sendMessage(vendor, sessionId, { content: 'Fine.' });
    const onPhone = direction === 'rtl';
    const page = await openPage(
      { ...(onPhone ? PHONE : DESKTOP), permissions: ['clipboard-read', 'clipboard-write'] },
      { as: vendor },
    );
    await openChat(page, sessionId);
    // The room that is kept for a translation goes where none comes, and rows move.
    await expect(bubbles(page).filter({ hasText: '请看' })).toContainText('Not translated');
    await expect(page.getByText('Translating...')).toHaveCount(0);
    // The words stay English, so that both directions are asked the same.
    await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
    const own = bubble(page, SAID.en.greeting.text);
    const other = bubble(page, long.trim());

    await test.step('own messages at the end, others at the start, of limited width', async () => {
      const list = await boxOf(page.getByRole('log'));
      const isRight = async (text: string) => {
        const { x, width } = await boxOf(bubble(page, text).locator('[data-bubble]'));
        return x + width / 2 > list.x + list.width / 2;
      };
      expect(await isRight('Fine.')).toBe(direction === 'ltr');
      expect(await isRight('Fine?')).toBe(direction === 'rtl');
      const { width } = await boxOf(other.locator('[data-bubble]'));
      expect(width).toBeGreaterThan(list.width / 2);
      expect(width).toBeLessThanOrEqual(list.width * (onPhone ? 0.8 : 0.7));
      await expect(own).toContainText(`${vendor.profile.name}English`);
      await expect(other).toContainText(visitor.profile.name);
      await expect(own.locator('time')).toHaveText(/^\d{1,2}:\d\d\s[AP]M$/);
      await expect(page.getByText('Today', { exact: true })).toHaveCount(1);
    });

    await test.step('addresses are links, and nothing else is', async () => {
      const links = bubbles(page).getByRole('link');
      await expect(links).toHaveText(['https://harbour.example/lamps', '+971 50 555 0142']);
      await expect(links.nth(0)).toHaveAttribute('href', 'https://harbour.example/lamps');
      await expect(links.nth(0)).toHaveAttribute('rel', 'noopener noreferrer');
      await expect(links.nth(1)).toHaveAttribute('href', 'tel:+971505550142');
    });

    await test.step('the translation is folded away and out again, from its label and from the menu', async () => {
      const translation = own.getByText(SAID.en.greeting.zh, { exact: true });
      await own.getByRole('button', { name: 'Translated' }).click();
      await expect(translation).toBeHidden();
      await openMenu(page, own, onPhone ? 'finger' : 'keyboard');
      await page.getByRole('menuitem', { name: 'Show translation' }).click();
      await expect(translation).toBeVisible();
      await expect(own).toBeFocused();
    });

    await test.step('the text and its translation are copied', async () => {
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      await openMenu(page, own, onPhone ? 'finger' : 'mouse');
      await page.getByRole('menuitem', { name: 'Copy text' }).click();
      await expectToast(page, 'Text copied');
      expect(await copied()).toBe(SAID.en.greeting.text);
      await openMenu(page, own, onPhone ? 'finger' : 'keyboard');
      await page.getByRole('menuitem', { name: 'Copy translation' }).click();
      await expect.poll(copied).toBe(SAID.en.greeting.zh);
    });
  });
}

test('recordings and files @long', async ({ people, openPage }) => {
  test.slow();
  const { vendor, visitor, sessionId } = await startChat(people);
  const page = await openChat(await openPage(PHONE, { as: vendor }), sessionId);
  const folder = visitor.client.storage.from('chat-files');
  const give = async (name: string, body: Buffer, contentType: string): Promise<string> => {
    const { error } = await folder.upload(`${sessionId}/${name}`, body, { contentType });
    if (error) throw error;
    return folder.getPublicUrl(`${sessionId}/${name}`).data.publicUrl;
  };
  const sendFile = async (type: 'audio' | 'file', content: string): Promise<void> => {
    const row = { session_id: sessionId, sender_id: visitor.profileId, type, content };
    const { error } = await visitor.client.from('messages').insert(row);
    if (error) throw error;
  };
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('chat-files')) asked.push(request.url());
  });
  const tone = await recordTone(page);
  const list = await give('list.pdf', Buffer.from('%PDF-1.4\n%%EOF\n'), 'application/pdf');
  await sendFile('audio', await give('audio-1767258000000.webm', tone, 'audio/webm'));
  await sendFile('file', await give('audio-1767258000001.webm', tone, 'audio/webm'));
  await sendFile('file', list);
  await sendFile('audio', list.replace('list.pdf', 'audio-1.webm'));
  await sendFile('file', 'https://files.example/offer.pdf');

  const plays = page.getByRole('button', { name: 'Play voice message' });
  await expect(plays).toHaveCount(3);
  expect(asked, 'nothing is fetched before the user asks').toEqual([]);

  const first = bubbles(page).nth(0);
  const firstPlayed = playedBeyond(first, 0.2);
  await plays.nth(0).click();
  await expect(first.getByRole('button', { name: 'Pause voice message' })).toBeVisible();
  await firstPlayed;
  // Another one begins: only one voice speaks at a time.
  const second = bubbles(page).nth(1);
  const secondPlayed = playedBeyond(second, 0.2);
  await second.getByRole('button', { name: 'Play voice message' }).click();
  await expect(first.getByRole('button', { name: 'Play voice message' })).toBeVisible();
  await secondPlayed;

  const missing = bubbles(page).nth(3);
  // Firefox gives a fieldset the width of its contents at least, which left the screen.
  await expect(missing.getByRole('group', { name: textOf('en', 'chat.audio') })).toHaveCSS(
    'min-width',
    '0px',
  );
  await missing.getByRole('button', { name: 'Play voice message' }).click();
  await expect(missing.getByRole('alert')).toHaveText('The voice message did not load');
  await expect(missing.getByRole('button', { name: 'Try again' })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download list.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('list.pdf');
  await expect(page).toHaveURL(new RegExp(`/chat/${sessionId}$`));
  const elsewhere = page.getByRole('link', { name: 'offer.pdf files.example' });
  await expect(elsewhere).toHaveAttribute('href', 'https://files.example/offer.pdf');
  await expect(elsewhere).toHaveAttribute('rel', 'noopener noreferrer');

  // Only the address elsewhere can be copied.
  const options = bubbles(page).nth(4).getByRole('button', { name: 'Message options' });
  // A menu that cannot be loaded costs nothing but itself.
  await page.route('**/assets/message-menu-*.js', (route) => route.abort());
  await options.dispatchEvent('click');
  await expectToast(page, 'Error', textOf('en', 'onDemand.failed'));
  await page.unroute('**/assets/message-menu-*.js');
  await options.dispatchEvent('click');
  await expect(page.getByRole('menuitem')).toHaveText(['Reply', 'Copy text', 'Delete for me']);
});
