import type { Language } from '../languages.ts';

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

/** Two spellings or two politenesses of one wording; each pair says the same to every reader. */
const SAME: Record<Language, readonly (readonly [RegExp, string])[]> = {
  en: [
    [/^(?:excuse me|please|kindly) (?!reply$|wait$)/, ''],
    [/ please$/, ''],
    [/\b(what|who|where|when|how|that|it|here|there|he|she)'s\b/g, '$1 is'],
    [/\b(i)'m\b/g, '$1 am'],
    [/\b(we|you|they)'re\b/g, '$1 are'],
    [/\b(i|we|you|they|it)'ll\b/g, '$1 will'],
    [/\b(i|we|you|they)'ve\b/g, '$1 have'],
    [/\b(i|we|you|they)'d like\b/g, '$1 would like'],
    [/\b(?:can't|can not)\b/g, 'cannot'],
    [/\bwon't\b/g, 'will not'],
    [/\b(do|does|did|is|are|was|have|has|would|could|should)n't\b/g, '$1 not'],
    [/\blet's\b/g, 'let us'],
    [/\b(?:could|can|would|will) you (?:please|kindly)\b/g, 'can you'],
    [/\bcould (you|we|i)\b/g, 'can $1'],
    [/\bmay (we|i)\b/g, 'can $1'],
    [/\bstand (number|is)\b/g, 'booth $1'],
    [/\bcolor(s?)\b/g, 'colour$1'],
    [/\bcatalog(s?)\b/g, 'catalogue$1'],
    [/\b(custom|organ|special|final)iz(e|ed|ing|ation)\b/g, '$1is$2'],
    [/\be-mail\b/g, 'email'],
    [/\b(?:the|an?) (?!few\b|little\b|lot\b|bit\b|while\b)/g, ''],
  ],
  zh: [
    [/^(?:请问|麻烦您?|劳驾)/, ''],
    [/您/g, '你'],
    [/贵公司|贵司/g, '你们公司'],
  ],
  ar: [
    [/^(?:من فضلكم?|لو سمحتم?|رجاء) /, ''],
    [/ (?:من فضلكم?|لو سمحتم?|رجاء)$/, ''],
    [/^(ما|من) (?:هو|هي|هم) /, '$1 '],
    // You, of one person or of several.
    [/(?<=\S\S)كم(?= |$)/g, 'ك'],
  ],
};

/**
 * What is left of a key without politeness, contractions, spelling habits and articles. Nothing here may ever join a
 * sentence with its negation or change a number; the phrasebook refuses two phrases that become one.
 */
export function looseKey(key: string, language: Language): string {
  let loose = key;
  for (const [pattern, replacement] of SAME[language]) loose = loose.replace(pattern, replacement);
  return loose.trim();
}
