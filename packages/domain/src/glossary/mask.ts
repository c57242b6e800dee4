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
  const renderings = [...new Set(matches.map(({ rendering }) => rendering))];
  const prefix = unusedPrefix([text, ...renderings].join('\n'));
  const codes = new Map(renderings.map((rendering, index) => [rendering, `${prefix}${index + 1}`]));
  const masked: string[] = [];
  let done = 0;
  for (const { start, end, rendering } of matches) {
    if (start > done) masked.push(text.slice(done, start));
    // A letter or digit that touches the code would become part of it.
    if (/[A-Za-z0-9]/.test(masked.at(-1)?.slice(-1) ?? '')) masked.push(' ');
    masked.push(codes.get(rendering) ?? '');
    if (/[A-Za-z0-9]/.test(text.charAt(end))) masked.push(' ');
    done = end;
  }
  return { text: masked.join('') + text.slice(done), renderings, prefix };
}

/**
 * Puts the renderings in the places of their codes.
 * @returns null when a code is missing, or one is there that was never given out: then this is no
 * translation of the text
 */
export function restoreTerms({ renderings, prefix }: MaskedText, answer: string): string | null {
  const seen = new Set<number>();
  const restored: string[] = [];
  let done = 0;
  for (const match of answer.matchAll(lookBehind(`(?<![A-Za-z0-9])${prefix}(\\d+)(?![A-Za-z0-9])`, 'g'))) {
    const number = Number(match[1]);
    const rendering = renderings[number - 1];
    if (rendering === undefined) return null;
    seen.add(number);
    restored.push(...joined(restored.at(-1) ?? '', answer.slice(done, match.index), rendering));
    done = match.index + match[0].length;
    // A reader of Chinese writes no space between two of its words; a provider does, around a Latin
    // code.
    if (HAN.test(rendering.slice(-1)) && /^\s\p{Script=Han}/u.test(answer.slice(done, done + 3))) done++;
  }
  const whole = restored.join('') + answer.slice(done);
  return seen.size === renderings.length && !whole.includes(prefix) ? whole : null;
}

/** Letters before a rendering that tell how it is joined: a particle, an article and a space. */
const LETTERS_BEFORE = 6;

/**
 * A rendering after the text between it and the one before: no space within Chinese, and one
 * article in Arabic.
 * @returns the text between, and the rendering
 */
function joined(previous: string, between: string, rendering: string): [string, string] {
  const before = (previous + between.slice(-LETTERS_BEFORE)).slice(-LETTERS_BEFORE);
  if (HAN.test(rendering.charAt(0)) && /\S\s$/u.test(before) && HAN.test(before.slice(-2, -1))) {
    return [between.slice(0, -1), rendering];
  }
  if (rendering.startsWith('ال') && /(?:^|[^\p{L}])[وف]?(?:[بك]?ال|لل)$/u.test(before)) {
    return [between, rendering.slice(2)];
  }
  return [between, rendering];
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
  const renderings = [...new Set(matches.map(({ rendering }) => rendering))];
  const wanted = renderings.map(
    (term): GlossaryTerm => ({ term, mode: 'keep', en: null, zh: null, ar: null }),
  );
  const said = new Set(
    findTerms(text, wanted, source, target).map(({ start, end }) => text.slice(start, end)),
  );
  return renderings.every((rendering) => said.has(rendering));
}

/** Reads like a model number to every provider. */
function unusedPrefix(text: string): string {
  const upper = text.normalize('NFKC').toUpperCase();
  const used = new Set<string>();
  for (let at = upper.indexOf('QX'); at >= 0; at = upper.indexOf('QX', at + 1)) {
    const code = /^QX[A-Z]?\d{0,5}/.exec(upper.slice(at, at + 8))?.[0] ?? '';
    for (let length = 2; length <= code.length; length++) used.add(code.slice(0, length));
  }
  let prefix = 'QX';
  for (let n = 0; used.has(prefix); n++) {
    prefix = `QX${String.fromCharCode(65 + (n % 26))}${n >= 26 ? Math.floor(n / 26) : ''}`;
  }
  return `${prefix}-`;
}
