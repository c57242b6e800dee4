import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import zh from '@/shared/i18n/zh.json';
import { bubble, showChat } from './show-chat.tsx';

const GREETING = {
  text: 'Our ceiling lamps come with a five-year warranty.',
  zh: '我们的吸顶灯享有五年保修。',
};
const ANSWER = {
  text: 'Yes, the green glass version is ready for shipping.',
  zh: '是的，绿色玻璃款已经可以发货。',
};

class Utterance {
  lang = '';
  voice: unknown = null;
  onstart: (() => void) | null = null;
  onend: (() => void) | null = null;
  onerror: ((event: { error: string }) => void) | null = null;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Gives the browser voices, of which the tests' has none: an utterance starts, and goes on until it
 * is cancelled. @returns what they were told to speak, and whether one speaks
 */
function installVoices(languages: readonly string[]) {
  const spoken: string[][] = [];
  let current: Utterance | null = null;
  const voices = languages.map((lang) => ({ lang, localService: true, default: false }));
  const changed = () => speechSynthesis.dispatchEvent(new Event('voiceschanged'));
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
  vi.spyOn(speechSynthesis, 'getVoices').mockReturnValue(voices as SpeechSynthesisVoice[]);
  vi.spyOn(speechSynthesis, 'speaking', 'get').mockImplementation(() => current !== null);
  vi.spyOn(speechSynthesis, 'speak').mockImplementation((given) => {
    const utterance = given as unknown as Utterance;
    current = utterance;
    spoken.push([utterance.lang, utterance.text]);
    queueMicrotask(() => utterance.onstart?.());
  });
  vi.spyOn(speechSynthesis, 'cancel').mockImplementation(() => {
    const cancelled = current;
    current = null;
    cancelled?.onerror?.({ error: 'canceled' });
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    changed();
  });
  changed();
  return { spoken, isSpeaking: () => current !== null };
}

test('a message and its translation are read aloud, each in its language, one at a time', async () => {
  const { spoken, isSpeaking } = installVoices(['en-US', 'zh-CN']);
  await showChat({
    me: { role: 'visitor', language: 'zh' },
    other: { language: 'en' },
    said: [GREETING, ANSWER].map(({ text }) => ({ content: text })),
    translations: { [GREETING.text]: GREETING.zh, [ANSWER.text]: ANSWER.zh },
  });
  const listen = (text: string, key: 'translation' | 'stop') =>
    bubble(text).getByRole('button', { name: zh.chat.listen[key], exact: true });

  // Pressed again, the button of what can be read stops.
  await listen(GREETING.text, 'translation').click();
  await expect.poll(() => spoken).toEqual([['zh-CN', GREETING.zh]]);
  await listen(GREETING.text, 'stop').click();
  await expect.element(listen(GREETING.text, 'translation')).toBeVisible();
  expect(isSpeaking()).toBe(false);

  // Another text takes the place of the one that is read.
  await listen(GREETING.text, 'translation').click();
  await listen(ANSWER.text, 'translation').click();
  await expect.poll(() => page.getByRole('button', { name: zh.chat.listen.stop }).elements().length).toBe(1);
  const turns = [GREETING, ANSWER].map((each) => ['zh-CN', each.zh]);
  await expect.poll(() => spoken.slice(1)).toEqual(turns);

  // The menu reads the other language, by keyboard as well.
  await listen(ANSWER.text, 'stop').click();
  (bubble(ANSWER.text).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const original = page.getByRole('menuitem', { name: zh.chat.listen.original, exact: true });
  await expect.element(original).toBeVisible();
  (original.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => spoken.at(-1)).toEqual(['en-US', ANSWER.text]);
  expect(isSpeaking()).toBe(true);

  // Leaving the chat stops the voice.
  await page.getByRole('link', { name: zh.chat.back }).click();
  await expect.poll(isSpeaking).toBe(false);
});
