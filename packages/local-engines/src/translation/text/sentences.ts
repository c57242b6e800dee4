import type { Language } from '@dragoman/domain/languages';

/** A mark inside an address or a number: the end of a sentence has a space after it. */
const WITHIN_WORD = /[.?!]$/;
/** A full stop after these never ends a sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|vs|approx|no|nos|mr|mrs|ms|dr|prof|tel|fig|ref|qty|max|min|st)\.\s*$/i;

/**
 * Longest sentence in characters that the engine gets at once; its quality falls with longer ones.
 */
const LONGEST: Record<Language, number> = { en: 300, ar: 300, zh: 100 };
const PAUSE = /[,;:،؛，；：、]\s*/gu;

/**
 * Splits one line into sentences.
 * @returns the sentences without the spaces around them; none is longer than the engine translates
 * well
 */
export function splitSentences(line: string, language: Language): string[] {
  const sentences: string[] = [];
  let open = '';
  for (const { segment } of segmenters[language].segment(line)) {
    open += segment;
    if (ABBREVIATION.test(open) || WITHIN_WORD.test(open)) continue;
    sentences.push(open);
    open = '';
  }
  if (open) sentences.push(open);
  return sentences.flatMap((sentence) => cutLong(sentence.trim(), LONGEST[language])).filter(Boolean);
}

const segmenters: Record<Language, Intl.Segmenter> = {
  en: new Intl.Segmenter('en', { granularity: 'sentence' }),
  zh: new Intl.Segmenter('zh', { granularity: 'sentence' }),
  ar: new Intl.Segmenter('ar', { granularity: 'sentence' }),
};

/** Cuts at the last comma before the limit, else at the last space, else anywhere. */
function cutLong(sentence: string, longest: number): string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > longest) {
    const head = rest.slice(0, longest);
    const pause = [...head.matchAll(PAUSE)].at(-1);
    const end = pause ? pause.index + pause[0].length : head.lastIndexOf(' ') + 1 || endOfCharacter(head);
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...parts, rest];
}

/** Keeps both halves of a character outside of the basic plane together. */
function endOfCharacter(head: string): number {
  return /[\uD800-\uDBFF]$/.test(head) ? head.length - 1 : head.length;
}
