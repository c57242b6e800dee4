import type { Page } from '@playwright/test';

interface FakeVoices {
  spoken: Array<[lang: string, text: string]>;
}

/** @returns the texts that the page asked the speech synthesis to speak, in order */
export function spoken(page: Page): Promise<FakeVoices['spoken']> {
  return page.evaluate(() => (globalThis as unknown as { fakeVoices: FakeVoices }).fakeVoices.spoken);
}

/**
 * Headless Chromium has no voices. This replaces the browser's `speechSynthesis`: its voices load
 * late, an utterance starts and goes on until it is cancelled. With the voice `silent` none starts,
 * as on Android with voices that are not installed.
 */
export function installVoices(tags: string[]): void {
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
