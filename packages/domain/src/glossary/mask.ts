import type { Language } from '../languages.ts';
import { lookBehind } from '../look-behind.ts';
import { findTerms, type TermMatch } from './find-terms.ts';
import type { GlossaryTerm } from './term.ts';

/** A text whose terms have given their places to codes, which providers copy as they are. */
export interface MaskedText {
  text: string;
  /** The rendering for each code; the first belongs to number 1. */
  renderings: readonly string[];
  /** The letters before a code's number: none that the text itself has. */
  prefix: string;
}

const HAN = /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]/u;

/** Puts a code in the place of each match. Matches of one rendering share a code. */
export function maskTerms(text: string, matches: readonly TermMatch[]): MaskedText {
  const prefix = unusedPrefix([text, ...matches.map(({ rendering }) => rendering)].join('\n'));
  const renderings: string[] = [];
  let masked = '';
  let done = 0;
  for (const { start, end, rendering } of matches) {
    if (!renderings.includes(rendering)) renderings.push(rendering);
    masked += text.slice(done, start);
    // A letter or digit that touches the code would become part of it.
    if (/[A-Za-z0-9]$/.test(masked)) masked += ' ';
    masked += `${prefix}${renderings.indexOf(rendering) + 1}`;
    if (/^[A-Za-z0-9]/.test(text.slice(end, end + 1))) masked += ' ';
    done = end;
  }
  return { text: masked + text.slice(done), renderings, prefix };
}

/**
 * Puts the renderings in the places of their codes.
 * @returns null when a code is missing, or one is there that was never given out: then this is no
 * translation of the text
 */
export function restoreTerms({ renderings, prefix }: MaskedText, answer: string): string | null {
  const seen = new Set<number>();
  let restored = '';
  let done = 0;
  for (const match of answer.matchAll(lookBehind(`(?<![A-Za-z0-9])${prefix}(\\d+)(?![A-Za-z0-9])`, 'g'))) {
    const number = Number(match[1]);
    const rendering = renderings[number - 1];
    if (rendering === undefined) return null;
    seen.add(number);
    restored = joined(restored + answer.slice(done, match.index), rendering);
    done = match.index + match[0].length;
    // A reader of Chinese writes no space between two of its words; a provider does, around a Latin
    // code.
    if (HAN.test(rendering.slice(-1)) && /^\s\p{Script=Han}/u.test(answer.slice(done, done + 3))) done++;
  }
  restored += answer.slice(done);
  const isWhole = seen.size === renderings.length && !restored.includes(prefix);
  return isWhole ? restored : null;
}

/** A rendering after the preceding text: no space within Chinese, and one article in Arabic. */
function joined(before: string, rendering: string): string {
  if (HAN.test(rendering.charAt(0)) && /\S\s$/u.test(before) && HAN.test(before.slice(-2, -1))) {
    return before.slice(0, -1) + rendering;
  }
  if (rendering.startsWith('ال') && /(?:^|[^\p{L}])[وف]?(?:[بك]?ال|لل)$/u.test(before)) {
    return before + rendering.slice(2);
  }
  return before + rendering;
}

/**
 * @returns whether a text that was made without the glossary says each term as the glossary wants
 * it
 */
export function respectsTerms(
  text: string,
  matches: readonly TermMatch[],
  source: Language,
  target: Language,
): boolean {
  return matches.every(({ rendering }) => {
    const wanted: GlossaryTerm = { term: rendering, mode: 'keep', en: null, zh: null, ar: null };
    return findTerms(text, [wanted], source, target).some(
      ({ start, end }) => text.slice(start, end) === rendering,
    );
  });
}

/** Reads like a model number to every provider. */
function unusedPrefix(text: string): string {
  const upper = text.normalize('NFKC').toUpperCase();
  let prefix = 'QX-';
  for (let n = 0; upper.includes(prefix.slice(0, -1)); n++) {
    prefix = `QX${String.fromCharCode(65 + (n % 26))}${n >= 26 ? Math.floor(n / 26) : ''}-`;
  }
  return prefix;
}
