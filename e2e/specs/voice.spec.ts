import type { Browser, Locator, Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../fixtures/chromium-args.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { SIYUAN } from '../fixtures/people.ts';
import { test as base, expect, type PageOptions } from '../fixtures/test.ts';
import { said, saidWithin } from '../fixtures/texts.ts';
import { bubbles, expectChatOpen, send } from '../pages/chat-page.ts';
import { expectToast } from '../pages/toasts.ts';

interface VoiceFixtures {
  /** Opens a page of a phone with a microphone that hears Chromium's test tone. */
  speakerPage(options: PageOptions & { blocked?: boolean }): Promise<Page>;
}

const test = base.extend<VoiceFixtures>({
  server: ({ hearingProduct }, use) => use(hearingProduct),
  speakerPage: async ({ playwright, launchOptions, openPage }, use) => {
    const browsers: Browser[] = [];
    await use(async ({ blocked, ...options }) => {
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        args: [
          ...CHROMIUM_ARGS,
          '--use-fake-device-for-media-stream',
          `--use-fake-ui-for-media-stream${blocked ? '=deny' : ''}`,
        ],
      });
      browsers.push(browser);
      const page = await openPage(PHONE, { ...options, browser });
      await page.addInitScript(rememberMicrophones);
      return page;
    });
    for (const browser of browsers) await browser.close();
  },
});

test('what is spoken is heard and read by the other side @long', async ({
  people,
  openPage,
  speakerPage,
  transcriber,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor(SIYUAN);
  const sessionId = await people.meet(vendor, visitor);
  const phone = await speakerPage({ as: visitor });
  const desk = await openPage(DESKTOP, { as: vendor });
  for (const page of [phone, desk]) {
    await page.goto(`/chat/${sessionId}`);
    await expectChatOpen(page, sessionId);
  }

  // Thought better of it.
  await recordButton(phone).tap();
  await expectListening(phone, 1);
  await phone.getByRole('button', { name: said('chat.voice.cancel') }).tap();
  await expect(recordButton(phone)).toBeFocused();
  await expectMicrophoneFree(phone);
  await expect(bubbles(phone)).toHaveCount(0);

  transcriber.hears = SAID.zh.question.text;
  const letGo = transcriber.hold();
  await recordButton(phone).tap();
  await expectListening(phone, 3);
  await phone.getByRole('button', { name: said('chat.voice.send') }).tap();
  await expectMicrophoneFree(phone);

  // It can be heard before it can be read, and its length is known before it is heard.
  const heard = bubbles(desk).nth(0);
  await expect(heard.getByText(/^0:(?!00)\d\d$/)).toBeVisible();
  await heard.getByRole('button', { name: said('chat.audioPlay') }).click();
  await expect(heard.getByRole('button', { name: said('chat.audioPause') })).toBeVisible();
  for (const page of [phone, desk]) {
    await expect(bubbles(page).nth(0).getByText(said('chat.voice.transcribing'))).toBeVisible();
  }
  letGo();
  for (const page of [phone, desk]) {
    const bubble = bubbles(page).nth(0);
    await expect(bubble.getByText(SAID.zh.question.text, { exact: true })).toBeVisible();
    await expect(bubble.getByText(SAID.zh.question.en, { exact: true })).toBeVisible();
    await expect(bubble.getByText(said('chat.translated'))).toBeVisible();
  }
  expect(transcriber.asked.at(-1)).toMatchObject({ type: 'audio/webm', language: 'zh' });

  // A hidden page does not listen; the recording is not lost.
  transcriber.hears = SAID.zh.samples.text;
  await recordButton(phone).tap();
  await expectListening(phone, 1);
  await setVisibility(phone, 'hidden');
  await expectMicrophoneFree(phone);
  await setVisibility(phone, 'visible');
  await expect(phone.getByText(said('chat.voice.ended.hidden'))).toBeVisible();
  await phone.getByRole('button', { name: said('chat.voice.send') }).tap();
  await expect(bubbles(desk).nth(1)).toContainText(SAID.zh.samples.en);

  // Leaving in the middle sends nothing and stops the microphone.
  await recordButton(phone).tap();
  await expectListening(phone, 1);
  await phone.getByRole('link', { name: said('chat.back') }).tap();
  await expect(phone).not.toHaveURL(/chat/);
  await expectMicrophoneFree(phone);
  await phone.goBack();
  await expectChatOpen(phone, sessionId);
  await send(phone, SAID.zh.thanks.text, 'tap');
  await expect(bubbles(desk).nth(2)).toContainText(SAID.zh.thanks.en);
});

test('without a network a voice message waits, and goes out in its turn @long', async ({
  people,
  speakerPage,
  wire,
  transcriber,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor(SIYUAN);
  const sessionId = await people.meet(vendor, visitor);
  const phone = await speakerPage({ as: visitor, origin: wire.origin });
  await phone.goto(`/chat/${sessionId}`);
  await expectChatOpen(phone, sessionId);

  wire.cut('services');
  transcriber.hears = SAID.zh.question.text;
  await recordButton(phone).tap();
  await expectListening(phone, 3);
  await phone.getByRole('button', { name: said('chat.voice.send') }).tap();
  await send(phone, SAID.zh.thanks.text, 'tap');
  const waiting = bubbles(phone).nth(0);
  await expect(waiting.getByText(said('chat.waitingForNetwork'))).toBeVisible();
  // It is on this device, and can be heard here.
  await waiting.getByRole('button', { name: said('chat.audioPlay') }).tap();
  await expect(waiting.getByRole('button', { name: said('chat.audioPause') })).toBeVisible();

  await phone.reload();
  await expect(waiting.getByText(said('chat.waitingForNetwork'))).toBeVisible();
  await expect(waiting.getByRole('button', { name: said('chat.audioPlay') })).toBeVisible();
  wire.restore();
  await expect(waiting).toContainText(SAID.zh.question.en, { timeout: 45_000 });
  await expect
    .poll(async () => (await people.messages(vendor, sessionId)).map(({ content }) => content))
    .toEqual([expect.stringMatching(new RegExp(`^${sessionId}/audio-\\d{13}\\.webm$`)), SAID.zh.thanks.text]);
});

test('a recording that cannot be transcribed is delivered all the same, and can be tried again @long', async ({
  people,
  speakerPage,
  transcriber,
}) => {
  const visitor = await people.visitor(SIYUAN);
  const sessionId = await people.meet(await people.vendor(), visitor);
  const phone = await speakerPage({ as: visitor });
  await phone.goto(`/chat/${sessionId}`);
  await expectChatOpen(phone, sessionId);
  transcriber.failWith = 400;
  await recordButton(phone).tap();
  await expectListening(phone, 1);
  await phone.getByRole('button', { name: said('chat.voice.send') }).tap();
  await expectToast(phone, said('chat.voice.errorTitle'), said('chat.voice.notConverted'));
  const failed = bubbles(phone).nth(0);
  await expect(failed.getByText(saidWithin('chat.voice.notTranscribed'))).toBeVisible();
  transcriber.failWith = null;
  await test.step('also when the recording does not load', async () => {
    await phone.context().route('**/storage/v1/object/**', (route) => route.abort());
    await phone.reload();
    await failed.getByRole('button', { name: said('common.tryAgain') }).tap();
    await expectToast(phone, said('chat.voice.errorTitle'), said('chat.voice.notProcessed'));
    await phone.context().unroute('**/storage/v1/object/**');
  });
  transcriber.hears = '';
  await failed.getByRole('button', { name: said('common.tryAgain') }).tap();
  await expectToast(phone, said('chat.voice.errorTitle'), said('chat.voice.noText'));
  transcriber.hears = SAID.zh.samples.text;
  await failed.getByRole('button', { name: said('common.tryAgain') }).tap();
  await expect(failed).toContainText(SAID.zh.samples.en);
});

test('a microphone that does not open is explained, and the button stays alive @long', async ({
  people,
  speakerPage,
  openPage,
}) => {
  const vendor = await people.vendor();
  const sessionId = await people.openSession(vendor);
  const blocked = await speakerPage({ as: vendor, blocked: true });
  // The machine under the other browser has no microphone.
  const missing = await openPage(PHONE, { as: vendor });
  await missing.context().grantPermissions(['microphone']);
  for (const [page, advice] of [
    [blocked, 'Microphone access is blocked.'],
    [missing, 'No microphone was found on this device.'],
  ] as const) {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.goto(`/chat/${sessionId}`);
    await expectChatOpen(page, sessionId);
    await recordButton(page).tap();
    await expect(page.getByRole('alert')).toContainText(advice);
    await expect.poll(() => logged.join('\n')).toContain('The microphone did not open');
    await page.getByRole('button', { name: said('common.tryAgain') }).tap();
    await expect(page.getByRole('alert')).toContainText(advice);
    await page.keyboard.press('Escape');
    await expect(recordButton(page)).toBeFocused();
    await expect(recordButton(page)).toBeEnabled();
  }
});

function recordButton(page: Page): Locator {
  return page.getByRole('button', { name: said('chat.voice.record') });
}

/**
 * Waits until at least so many seconds were recorded, and the meter shows that the tone is heard.
 */
async function expectListening(page: Page, seconds: number): Promise<void> {
  const timer = page.getByRole('timer');
  await expect
    .poll(async () => Number((await timer.textContent())?.split(':').at(-1)))
    .toBeGreaterThanOrEqual(seconds);
  await expect.poll(() => page.evaluate(loudestBar)).toBeGreaterThan(20);
}

/** In percent of the meter's height. */
function loudestBar(): number {
  const bars = document.querySelectorAll<HTMLElement>('[role="timer"] + [aria-hidden] > span');
  return Math.max(...Array.from(bars, (bar) => Number.parseFloat(bar.style.height)));
}

/** Keeps a hand on every microphone that the page opens, to see whether it is let go of. */
function rememberMicrophones(): void {
  const devices = navigator.mediaDevices;
  const open = devices.getUserMedia.bind(devices);
  const tracks: MediaStreamTrack[] = [];
  Object.assign(window, { microphoneTracks: tracks });
  devices.getUserMedia = async (constraints) => {
    const stream = await open(constraints);
    tracks.push(...stream.getTracks());
    return stream;
  };
}

async function expectMicrophoneFree(page: Page): Promise<void> {
  const states = () =>
    page.evaluate(() =>
      (window as unknown as { microphoneTracks: MediaStreamTrack[] }).microphoneTracks.map(
        ({ readyState }) => readyState,
      ),
    );
  await expect.poll(async () => new Set(await states())).toEqual(new Set(['ended']));
}

/** A browser without windows never hides a page, so it is told what it would see. */
async function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}
