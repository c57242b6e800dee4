import type { Language } from '@dragoman/domain/languages';
import { withTimeout } from '@/shared/async/with-timeout.ts';
import type { BrowserTranslation } from './viewer-translations.ts';

// The built-in Translator API (https://developer.mozilla.org/docs/Web/API/Translator), in Chrome
// from 138 on; TypeScript's own declarations do not have it yet.

interface Pair {
  sourceLanguage: string;
  targetLanguage: string;
}

interface BuiltInTranslator {
  translate(text: string): Promise<string>;
}

interface TranslatorConstructor {
  availability(pair: Pair): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  /** Loads a model where it is missing; without a press of a button it then rejects. */
  create(pair: Pair): Promise<BuiltInTranslator>;
}

/** Some builds of a browser have the API and never answer, ms. */
const READINESS_TIMEOUT_MS = 3_000;
/** Includes loading a model on a slow network, ms. */
const TRANSLATE_TIMEOUT_MS = 120_000;

/**
 * @param scope where the browser has its translator. @returns the translator, or one without
 * languages where the browser has none
 */
export function browserTranslation(scope: object = globalThis): BrowserTranslation {
  const made = new Map<string, Promise<BuiltInTranslator>>();
  const api = () => (scope as { Translator?: TranslatorConstructor }).Translator;

  /** A translator for each pair of languages; a failed one is created again on the next call. */
  function translatorOf(builtIn: TranslatorConstructor, pair: Pair): Promise<BuiltInTranslator> {
    const key = `${pair.sourceLanguage}>${pair.targetLanguage}`;
    const known = made.get(key);
    if (known) return known;
    const making = builtIn.create(pair);
    made.set(key, making);
    making.catch(() => made.delete(key));
    return making;
  }

  return {
    async readiness(source, target) {
      try {
        const builtIn = api();
        if (!builtIn) return 'none';
        const availability = await withTimeout(
          builtIn.availability(pairOf(source, target)),
          READINESS_TIMEOUT_MS,
        );
        if (availability === 'unavailable') return 'none';
        return availability === 'available' ? 'ready' : 'on-request';
      } catch {
        return 'none';
      }
    },
    async translate({ text, source, target }) {
      try {
        const builtIn = api();
        if (!builtIn) return null;
        const translated = translatorOf(builtIn, pairOf(source, target)).then((one) => one.translate(text));
        return (await withTimeout(translated, TRANSLATE_TIMEOUT_MS)).trim() || null;
      } catch {
        return null;
      }
    },
  };
}

function pairOf(source: Language, target: Language): Pair {
  return { sourceLanguage: source, targetLanguage: target };
}
