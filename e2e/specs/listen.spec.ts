import type { Page } from '@playwright/test';
import { PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { bubble, expectChatOpen, expectTranslated } from '../pages/chat-page.ts';

const { greeting, answer } = SAID.en;

test('a message and its translation are read aloud, each in its language, one at a time', async ({
  people,
  openPage,
}) => {
  const visitor = await people.visitor(SIYUAN);
  const vendor = await people.vendor();
  const sessionId = await people.meet(vendor, visitor);
  await people.say(vendor, sessionId, { content: greeting.text });
  await people.say(vendor, sessionId, { content: answer.text });
  const page = await openPage(PHONE, { as: visitor });
  await page.addInitScript(installVoices, ['en-US', 'zh-CN']);
  await page.goto(`/chat/${sessionId}`);
  await expectChatOpen(page, sessionId);
  await expectTranslated(page, greeting.text, greeting.zh);
  await expectTranslated(page, answer.text, answer.zh);
  const listen = (text: string, key: string) =>
    bubble(page, text).getByRole('button', { name: textOf('zh', `chat.listen.${key}`), exact: true });

  await test.step('pressed again, the button stops', async () => {
    await listen(greeting.text, 'original').tap();
    await expect.poll(() => spoken(page)).toEqual([['en-US', greeting.text]]);
    await listen(greeting.text, 'stop').tap();
    await expect(listen(greeting.text, 'original')).toBeVisible();
    expect(await isSpeaking(page)).toBe(false);
  });

  await test.step('another text takes the place of the one that is read', async () => {
    await listen(greeting.text, 'translation').tap();
    await listen(answer.text, 'original').tap();
    await expect(page.getByRole('button', { name: textOf('zh', 'chat.listen.stop') })).toHaveCount(1);
    await expect
      .poll(async () => (await spoken(page)).slice(1))
      .toEqual([
        ['zh-CN', greeting.zh],
        ['en-US', answer.text],
      ]);
  });

  await test.step('what can be tapped can be chosen by keyboard as well', async () => {
    await listen(answer.text, 'stop').tap();
    await bubble(page, answer.text).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: textOf('zh', 'chat.listen.translation') }).focus();
    await page.keyboard.press('Enter');
    await expect(listen(answer.text, 'stop')).toBeVisible();
  });

  await test.step('leaving the chat stops the voice', async () => {
    await page.getByRole('link', { name: textOf('zh', 'chat.back') }).tap();
    await expect.poll(() => isSpeaking(page)).toBe(false);
    await expect(page).not.toHaveURL(/chat/);
  });
});

test('without a voice there is nothing to press, and a voice that never speaks is explained', async ({
  people,
  openPage,
}) => {
  const visitor = await people.visitor(SIYUAN);
  const vendor = await people.vendor();
  const sessionId = await people.meet(vendor, visitor);
  const sent = { translated_content: greeting.zh, target_language: 'zh' };
  await people.say(vendor, sessionId, { content: greeting.text, ...sent });
  const page = await openPage(PHONE, { as: visitor });
  await page.clock.install();
  await page.addInitScript(installVoices, ['zh-HK', 'en-US', 'silent']);
  await page.goto(`/chat/${sessionId}`);
  await expectTranslated(page, greeting.text, greeting.zh);
  const listen = (key: string) =>
    page.getByRole('button', { name: textOf('zh', `chat.listen.${key}`), exact: true });

  // A Cantonese voice does not read Mandarin.
  await expect(listen('original')).toBeVisible();
  await expect(listen('translation')).toHaveCount(0);
  await listen('original').tap();
  await expect(listen('stop')).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(page.getByText(textOf('zh', 'chat.listen.noVoice', { language: 'English' }))).toBeVisible();
  await expect(listen('original')).toHaveCount(0);
  await expect(listen('stop')).toHaveCount(0);
});

interface FakeVoices {
  spoken: Array<[lang: string, text: string]>;
}

/** What the page was told to speak, in order. */
function spoken(page: Page): Promise<FakeVoices['spoken']> {
  return page.evaluate(() => (globalThis as unknown as { fakeVoices: FakeVoices }).fakeVoices.spoken);
}

function isSpeaking(page: Page): Promise<boolean> {
  return page.evaluate(() => speechSynthesis.speaking);
}

/**
 * Headless Chromium has no voices. This replaces the browser's `speechSynthesis`: its voices load
 * late, an utterance starts and goes on until it is cancelled. With the voice `silent` none starts,
 * as on Android with voices that are not installed.
 */
function installVoices(tags: string[]): void {
  const isSilent = tags.includes('silent');
  const voices = tags
    .filter((tag) => tag !== 'silent')
    .map((lang) => ({ lang, localService: true, default: false }));
  const spoken: FakeVoices['spoken'] = [];
  let current: Utterance | null = null;
  let areLoaded = false;

  class Utterance extends EventTarget {
    lang = '';
    voice: unknown = null;
    onstart: (() => void) | null = null;
    onend: (() => void) | null = null;
    onerror: ((event: { error: string }) => void) | null = null;
    readonly text: string;
    constructor(text: string) {
      super();
      this.text = text;
    }
  }

  class Synthesis extends EventTarget {
    readonly pending = false;
    get speaking() {
      return current !== null;
    }
    getVoices() {
      return areLoaded ? voices : [];
    }
    speak(utterance: Utterance) {
      current = utterance;
      spoken.push([utterance.lang, utterance.text]);
      if (!isSilent) queueMicrotask(() => utterance.onstart?.());
    }
    cancel() {
      const cancelled = current;
      current = null;
      cancelled?.onerror?.({ error: 'canceled' });
    }
  }

  const synthesis = new Synthesis();
  Object.defineProperty(globalThis, 'speechSynthesis', { value: synthesis });
  Object.defineProperty(globalThis, 'SpeechSynthesisUtterance', { value: Utterance });
  Object.defineProperty(globalThis, 'fakeVoices', { value: { spoken } });
  addEventListener('load', () => {
    areLoaded = true;
    synthesis.dispatchEvent(new Event('voiceschanged'));
  });
}
