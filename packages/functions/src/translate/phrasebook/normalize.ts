import type { Language } from '@dragoman/domain/languages';

/** Private-use characters stand for slots in a key; no message may bring its own. */
export const PRIVATE_USE = /[\uE000-\uF8FF]/;

/** @returns `text` with Arabic-Indic and Persian digits, separators and full-width forms as ASCII. */
export function withAsciiDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .replaceAll('٪', '%');
}

/**
 * What stays of a sentence when everything is gone that people write now this way, now that: case, width, punctuation
 * and spaces; in Arabic also vowel signs, the stretching line, and the letters that are often swapped (the alefs, final
 * ya, ta marbuta). Two sentences with one key mean the same; the phrasebook's test makes sure of it for its entries.
 */
export function phraseKey(sentence: string, language: Language): string {
  const text = withAsciiDigits(sentence)
    .toLowerCase()
    .replace(/[‘’`´]/g, "'");
  switch (language) {
    case 'en':
      return text
        .replace(/[^\P{P}'%]/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim();
    case 'zh':
      return text.replace(/[^\P{P}%]|\s|[~～]/gu, '');
    case 'ar':
      return text
        .replace(/[\u064B-\u065F\u0670\u0640]/g, '')
        .replace(/[أإآٱ]/g, 'ا')
        .replace(/[ىی]/g, 'ي')
        .replace(/ک/g, 'ك')
        .replace(/ة/g, 'ه')
        .replace(/[^\P{P}%]/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim();
  }
}

const LEXICAL_QUESTION: Record<Language, RegExp> = {
  en: /^(?:what|where|when|who|why|how|which|can|could|do|does|did|is|are|will|would|may|shall)(?:'s)?(?: |$)/,
  zh: /吗$|呢$|多少|什么|哪|几|怎么|如何|是否|谁|多久|多长|贵姓/,
  ar: /^(?:هل|كم|بكم|متي|اين|كيف|لماذا|من اين|من اي|ما|ماذا)(?: |$)/,
};

/** @returns whether a sentence with this key asks something even when its question mark was left out. */
export function asksWithoutMark(key: string, language: Language): boolean {
  return LEXICAL_QUESTION[language].test(key);
}
