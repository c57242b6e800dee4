import type { Language } from '@dragoman/domain/languages';

/** The used properties of a `SpeechSynthesisVoice`. */
export interface Voice {
  /** BCP 47; Android writes `en_US`. */
  lang: string;
  localService: boolean;
  default: boolean;
}

/** Regions in order of preference. Any other region of the language comes after them. */
const PREFERRED_TAGS: Record<Language, readonly string[]> = {
  en: ['en-us', 'en-gb'],
  zh: ['zh-cn', 'cmn-hans-cn', 'cmn-cn', 'zh-hans-cn'],
  ar: ['ar-sa', 'ar-001', 'ar-ae'],
};

/**
 * The written language of the product is Mandarin; a Cantonese voice reads it as another language.
 */
const CANTONESE = /^(?:yue|zh-(?:yue|hk|mo|hant-hk))\b/;

/**
 * Chooses the voice that reads a language: the preferred region first, then a voice that works
 * without a network, then the browser's default voice.
 * @param voices as `speechSynthesis.getVoices()` lists them
 * @returns null when no voice speaks the language
 */
export function voiceFor<V extends Voice>(voices: readonly V[], language: Language): V | null {
  const primary = language === 'zh' ? ['zh', 'cmn'] : [language];
  let best: V | null = null;
  for (const voice of voices) {
    const tag = tagOf(voice);
    if (!primary.includes(tag.split('-', 1)[0] ?? '') || CANTONESE.test(tag)) continue;
    if (best === null || score(voice, language) > score(best, language)) best = voice;
  }
  return best;
}

/** @returns the voice's language as BCP 47, for `lang` of an utterance */
export function voiceTag(voice: Voice): string {
  return voice.lang.replaceAll('_', '-');
}

function tagOf(voice: Voice): string {
  return voiceTag(voice).toLowerCase();
}

function score(voice: Voice, language: Language): number {
  const preferred = PREFERRED_TAGS[language];
  const place = preferred.indexOf(tagOf(voice));
  const region = place === -1 ? 0 : preferred.length - place;
  return region * 4 + (voice.localService ? 2 : 0) + (voice.default ? 1 : 0);
}
