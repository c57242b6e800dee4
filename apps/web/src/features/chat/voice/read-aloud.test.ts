import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadAloud, START_WITHIN_MS, type Synthesis } from './read-aloud.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * The browser's synthesis as the Web Speech API describes it; the test tells what becomes of an
 * utterance.
 */
function fakeSynthesis(...tags: string[]) {
  let voices = tags.map(voiceOf);
  let current: SpeechSynthesisUtterance | null = null;
  const listeners = new Set<() => void>();
  const spoken: Array<[lang: string, text: string]> = [];
  const synthesis = {
    getVoices: () => voices,
    get speaking() {
      return current !== null;
    },
    pending: false,
    speak(utterance: SpeechSynthesisUtterance) {
      current = utterance;
      spoken.push([utterance.lang, utterance.text]);
    },
    cancel: () => fail('canceled'),
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
  };
  function take(): SpeechSynthesisUtterance | null {
    const utterance = current;
    current = null;
    return utterance;
  }
  function fail(error: string) {
    take()?.onerror?.({ error } as SpeechSynthesisErrorEvent);
  }
  return {
    synthesis: synthesis as unknown as Synthesis,
    spoken,
    fail,
    start: () => current?.onstart?.({} as SpeechSynthesisEvent),
    end: () => take()?.onend?.({} as SpeechSynthesisEvent),
    load(...later: string[]) {
      voices = later.map(voiceOf);
      for (const listener of listeners) listener();
    },
  };
}

function voiceOf(lang: string): SpeechSynthesisVoice {
  return { lang, name: lang, voiceURI: lang, localService: true, default: false };
}

const utterance = (text: string) => ({ text, lang: '', voice: null }) as SpeechSynthesisUtterance;

it('offers the languages of the voices, also of those that load late', () => {
  const fake = fakeSynthesis();
  const { state } = createReadAloud(fake.synthesis, utterance);
  expect(state.get().languages).toEqual(new Set());
  fake.load('en-US', 'fr-FR', 'zh-CN');
  expect(state.get().languages).toEqual(new Set(['en', 'zh']));
});

it('a browser without speech synthesis offers no language', async () => {
  const { state, read } = createReadAloud(null, utterance);
  expect(state.get().languages).toEqual(new Set());
  expect(await read('a', 'Hello', 'en')).toBe('no-voice');
});

it('reads one sentence after the other in the language of the voice', async () => {
  const fake = fakeSynthesis('en_GB');
  const { state, read } = createReadAloud(fake.synthesis, utterance);
  const outcome = read('a', 'Hello! Welcome.', 'en');
  expect(state.get().reading).toBe('a');
  expect(fake.spoken).toEqual([['en-GB', 'Hello!']]);
  fake.start();
  fake.end();
  expect(fake.spoken.at(-1)).toEqual(['en-GB', 'Welcome.']);
  fake.start();
  fake.end();
  expect(await outcome).toBe('done');
  expect(state.get().reading).toBeNull();
});

it('a second text stops the first one', async () => {
  const fake = fakeSynthesis('en-US', 'zh-CN');
  const { state, read, stop } = createReadAloud(fake.synthesis, utterance);
  const first = read('a', 'Hello! Welcome.', 'en');
  fake.start();
  const second = read('b', '您好！', 'zh');
  expect(await first).toBe('stopped');
  expect(state.get().reading).toBe('b');
  expect(fake.spoken).toEqual([
    ['en-US', 'Hello!'],
    ['zh-CN', '您好！'],
  ]);
  stop();
  expect(await second).toBe('stopped');
  expect(state.get().reading).toBeNull();
});

it('a voice that never starts takes its language away for good', async () => {
  const fake = fakeSynthesis('en-US', 'ar-SA');
  const { state, read } = createReadAloud(fake.synthesis, utterance);
  const outcome = read('a', 'مرحبا', 'ar');
  await vi.advanceTimersByTimeAsync(START_WITHIN_MS);
  expect(await outcome).toBe('no-voice');
  expect(state.get()).toEqual({ reading: null, languages: new Set(['en']) });
  fake.load('en-US', 'ar-SA', 'ar-EG');
  expect(state.get().languages).toEqual(new Set(['en']));
});

it('a voice that starts and then hangs fails, and stays', async () => {
  const fake = fakeSynthesis('en-US');
  const { state, read } = createReadAloud(fake.synthesis, utterance);
  const outcome = read('a', 'Hello', 'en');
  fake.start();
  await vi.runAllTimersAsync();
  expect(await outcome).toBe('failed');
  expect(state.get()).toEqual({ reading: null, languages: new Set(['en']) });
});

it.each([
  ['network', 'failed', ['en']],
  ['not-allowed', 'failed', ['en']],
  ['interrupted', 'stopped', ['en']],
  ['voice-unavailable', 'no-voice', []],
  ['synthesis-failed', 'no-voice', []],
] as const)('the error %s ends in %s', async (error, expected, languages) => {
  const fake = fakeSynthesis('en-US');
  const { state, read } = createReadAloud(fake.synthesis, utterance);
  const outcome = read('a', 'Hello', 'en');
  fake.fail(error);
  expect(await outcome).toBe(expected);
  expect(state.get().languages).toEqual(new Set(languages));
});

it('a text without words is done at once', async () => {
  const fake = fakeSynthesis('en-US');
  expect(await createReadAloud(fake.synthesis, utterance).read('a', '👍🏽', 'en')).toBe('done');
  expect(fake.spoken).toEqual([]);
});
