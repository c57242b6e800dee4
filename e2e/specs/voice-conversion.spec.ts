import { ENGLISH, fixture } from '@dragoman/local-engines/speech/testing/recordings';
import type { Locator, Page } from '@playwright/test';
import { DESKTOP } from '../fixtures/devices.ts';
import type { People } from '../fixtures/people.ts';
import { expect, type TestFixtures, test } from '../fixtures/test.ts';
import { said } from '../fixtures/texts.ts';
import { playedBeyond } from '../media/playback.ts';
import { recordTone } from '../media/recording.ts';
import { bubbles, expectChatOpen } from '../pages/chat-page.ts';

test('a voice message is played, and from any position @long', async ({ people, openPage }) => {
  const { page, heard } = await openVoiceMessage(people, openPage, { duration_ms: 2_000 });
  await expectPlayedAndSought(heard);
  await expect(heard.locator('audio')).toHaveAttribute('src', /\/object\/sign\//);
  await page.close();
});

test('a browser that plays no WebM plays the converted recording, from any position @long', async ({
  people,
  openPage,
}) => {
  // Without `duration_ms`, as older messages are: the length is read from the recording.
  const { page, heard } = await openVoiceMessage(people, openPage, {}, { plays: 'audio/mp4' });
  await expectPlayedAndSought(heard);
  const audio = heard.locator('audio');
  await expect(audio).toHaveAttribute('src', /^blob:/);
  const seconds = await audio.evaluate((element: HTMLAudioElement) => element.duration);
  expect(seconds).toBeGreaterThan(1.5);
  expect(seconds).toBeLessThan(3);
  await page.close();
});

test('MP4 with AAC, which Safari records, is played as it is, and converted where a browser plays none @long', async ({
  people,
  openPage,
}) => {
  const recording = { bytes: fixture('aac.m4a'), type: 'audio/mp4', extension: 'm4a' };
  for (const plays of ['audio/mp4', 'audio/webm']) {
    const { page, heard } = await openVoiceMessage(people, openPage, {}, { plays, recording });
    await expectPlayedAndSought(heard);
    const audio = heard.locator('audio');
    await expect(audio).toHaveAttribute('src', plays === 'audio/mp4' ? /\/object\/sign\/.*\.m4a/ : /^blob:/);
    const seconds = await audio.evaluate((element: HTMLAudioElement) => element.duration);
    expect(seconds).toBeCloseTo(ENGLISH.length, 0);
    await page.close();
  }
});

/** A vendor's page with a voice message of a visitor: two seconds in WebM, or another recording. */
async function openVoiceMessage(
  people: People,
  openPage: TestFixtures['openPage'],
  known: { duration_ms?: number },
  {
    plays,
    recording,
  }: { plays?: string; recording?: { bytes: Uint8Array; type: string; extension: string } } = {},
): Promise<{ page: Page; heard: Locator }> {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  const page = await openPage(DESKTOP, { as: vendor });
  if (plays) await page.addInitScript(playOnly, plays);
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);

  const {
    bytes,
    type: contentType,
    extension,
  } = recording ?? { bytes: await recordTone(page), type: 'audio/webm', extension: 'webm' };
  const content = `${chat}/audio-1767258000000.${extension}`;
  const { error } = await visitor.client.storage.from('chat-files').upload(content, bytes, { contentType });
  expect(error).toBeNull();
  const message = { session_id: chat, sender_id: visitor.profileId, type: 'audio', content, ...known };
  expect((await visitor.client.from('messages').insert(message)).error).toBeNull();
  return { page, heard: bubbles(page).nth(0) };
}

async function expectPlayedAndSought(heard: Locator): Promise<void> {
  const place = () => heard.locator('audio').evaluate((element: HTMLAudioElement) => element.currentTime);
  const play = heard.getByRole('button', { name: said('chat.audioPlay') });
  const played = playedBeyond(heard, 0);
  await play.click();
  await played;
  // It goes back to the beginning when it has ended.
  await expect(play).toBeVisible();
  // The player counts whole seconds: of about two, or about four.
  await expect(heard.getByText(/^0:0[1-4]$/)).toBeVisible();
  await heard.getByRole('slider', { name: said('chat.audioPosition') }).fill('1.5');
  await expect.poll(place).toBeCloseTo(1.5, 1);
  const playedOn = playedBeyond(heard, 1.5);
  await play.click();
  await playedOn;
}

/** Answers as a browser that plays one kind of recording: Safari on iOS before 17.4 plays no WebM. */
function playOnly(played: string): void {
  const { canPlayType } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.canPlayType = function (type: string) {
    return type.startsWith(played) || type === 'audio/wav' ? canPlayType.call(this, type) : '';
  };
}
