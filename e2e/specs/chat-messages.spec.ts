import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { playedBeyond } from '../media/playback.ts';
import { recordTone } from '../media/recording.ts';
import { bubbles, openChat } from '../pages/chat-page.ts';
import { startChat } from '../pages/start-chat.ts';

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
});
