import { lookBehind } from '../look-behind.ts';

/** Characters of a question to a vendor's knowledge base. */
export const QUESTION_MAX_LENGTH = 1_000;

/** A passage of a vendor's knowledge base, with the place that it came from. */
export interface AnswerSource {
  /** The title of its document. */
  title: string;
  /** From 1; null for a document of one page. */
  page: number | null;
  content: string;
}

/** The model's answer when the passages do not hold one. */
export const NOT_FOUND = 'NOT FOUND';

/** The verdict on an answer from the knowledge base. */
export type AnswerVerdict =
  /** The text is too short to decide yet. */
  | 'open'
  /** The model says that the knowledge base does not hold the answer. */
  | 'not-found'
  /** It names a place that it was given. */
  | 'supported'
  /** The answer cites no passage, so nothing shows that it comes from the knowledge base. */
  | 'unsupported';

/**
 * @param text as far as it has come
 * @param isWhole whether no more will come
 * @param sources how many passages it may cite
 */
export function answerVerdict(text: string, isWhole: boolean, sources: number): AnswerVerdict {
  const said = text.trim().replace(/^[*"“`]+/, '');
  if (said.toUpperCase().startsWith(NOT_FOUND)) return 'not-found';
  if (citedNumbers(text, sources).length > 0) return 'supported';
  if (isWhole) return 'unsupported';
  return 'open';
}

/**
 * [3], [3, 4], 【3】 and [٣]: models write them as their language does. The look-behind keeps the time
 * linear: a match begins only where the spaces do.
 */
const CITATION = lookBehind(
  String.raw`(?<![^\S\n])[^\S\n]*[[【]\s*([\d٠-٩]{1,3}(?:\s*[,،，、;]\s*[\d٠-٩]{1,3})*)\s*[\]】]`,
  'g',
);

/**
 * @returns the numbers of the passages that an answer cites, ascending; unknown numbers are ignored
 */
export function citedNumbers(text: string, sources: number): number[] {
  const numbers = [...text.matchAll(CITATION)].flatMap(([, list]) => numbersOf(list ?? '', sources));
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/**
 * @returns the answer with each citation as [3], and without those of passages that were not given
 */
export function withKnownCitations(text: string, sources: number): string {
  return text.replace(CITATION, (_, list: string) =>
    numbersOf(list, sources)
      .map((number) => ` [${number}]`)
      .join(''),
  );
}

/** @returns the answer as one would say it: without citations */
export function withoutCitations(text: string): string {
  return text.replace(CITATION, '').trim();
}

function numbersOf(list: string, sources: number): number[] {
  const digits = list.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
  return (digits.match(/\d+/g) ?? []).map(Number).filter((number) => number >= 1 && number <= sources);
}
