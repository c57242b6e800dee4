import type { Language } from '../languages.ts';
import { type FoldedText, foldText } from './fold-text.ts';
import { type GlossaryTerm, renderingIn } from './term.ts';

/** A term of the glossary in a text. */
export interface TermMatch {
  /** Offset of the term in the text, in UTF-16 units. */
  start: number;
  end: number;
  term: GlossaryTerm;
  /** The text that replaces the term in the translation. */
  rendering: string;
}

interface Form {
  folded: string;
  /** The term itself rather than one of its translations. */
  isTerm: boolean;
  term: GlossaryTerm;
  rendering: string;
}

/**
 * Finds the glossary terms in a text, from start to end, the longest at each place. Case and width
 * are ignored; in scripts with words, only whole words match. A `fixed` term is also found by its
 * translation in the language of the text, so that an answer returns in the term's own words.
 * Addresses and codes are skipped.
 * @param source language of the text
 */
export function findTerms(
  text: string,
  terms: readonly GlossaryTerm[],
  source: Language,
  target: Language,
): TermMatch[] {
  const forms = formsByStart(terms, source, target);
  if (forms.size === 0) return [];
  const folded = foldText(text);
  const matches: TermMatch[] = [];
  for (let start = 0; start < folded.text.length; ) {
    const form = forms
      .get(folded.text.charAt(start))
      ?.find((one) => standsAt(folded.text, one.folded, start));
    if (!form) {
      start++;
      continue;
    }
    const end = start + form.folded.length;
    matches.push({ ...positions(folded, start, end), term: form.term, rendering: form.rendering });
    start = end;
  }
  return matches;
}

function positions({ at }: FoldedText, start: number, end: number): { start: number; end: number } {
  return { start: at[start] ?? 0, end: at[end] ?? 0 };
}

/** Every spelling that is looked for, by its first character, the longest first. */
function formsByStart(
  terms: readonly GlossaryTerm[],
  source: Language,
  target: Language,
): Map<string, Form[]> {
  const byStart = new Map<string, Form[]>();
  for (const term of terms) {
    const rendering = renderingIn(term, target);
    if (rendering === null) continue;
    for (const spelling of new Set([term.term, term.mode === 'fixed' ? term[source] : null])) {
      const folded = spelling === null ? '' : foldText(spelling.trim()).text;
      if (folded === '') continue;
      const start = folded.charAt(0);
      const form = { folded, isTerm: spelling === term.term, term, rendering };
      const known = byStart.get(start);
      if (known) known.push(form);
      else byStart.set(start, [form]);
    }
  }
  for (const forms of byStart.values()) {
    forms.sort((a, b) => b.folded.length - a.folded.length || Number(b.isTerm) - Number(a.isTerm));
  }
  return byStart;
}

const LATIN = /[\p{Script=Latin}\p{N}]/u;
const ARABIC = /\p{Script=Arabic}/u;
/**
 * Particles that Arabic writes together with the following noun: and, so, in/by, like, for, the.
 */
const PARTICLES = /^[وف]?(?:[بكل]?(?:ال)?|لل)$/;
const ARTICLE = /ال$|لل$/;
/**
 * After one of those letters, a shorter word is too often a different one: كرة is a ball, فكرة an
 * idea.
 */
const LETTERS_BEHIND_PARTICLE = 4;
const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/;

function standsAt(text: string, form: string, start: number): boolean {
  if (!text.startsWith(form, start)) return false;
  const end = start + form.length;
  return beginsWord(text, start, form.length) && endsWord(text, end) && !isPartOfToken(text, start, end);
}

function beginsWord(text: string, start: number, length: number): boolean {
  const first = text.charAt(start);
  if (LATIN.test(first)) return !LATIN.test(text.charAt(start - 1));
  if (!ARABIC.test(first)) return true;
  let from = start;
  while (from > 0 && ARABIC.test(text.charAt(from - 1)) && /\p{L}/u.test(text.charAt(from - 1))) from--;
  const before = text.slice(from, start);
  if (before !== '' && length < LETTERS_BEHIND_PARTICLE && !ARTICLE.test(before)) return false;
  return PARTICLES.test(before);
}

function endsWord(text: string, end: number): boolean {
  const last = text.charAt(end - 1);
  const next = text.charAt(end);
  if (LATIN.test(last)) return !LATIN.test(next);
  return !(ARABIC.test(last) && ARABIC.test(next) && /\p{L}/u.test(next));
}

/**
 * Checks whether the match is only part of a web or e-mail address, a code or a number: the XK of
 * XK-200 is not a word.
 */
function isPartOfToken(text: string, start: number, end: number): boolean {
  const address = stretched(text, start, end, /[a-z0-9@:/._%+?=&#~-]/);
  if (address.length > end - start && /@|:\/\/|^www\./.test(address)) return true;
  const code = stretched(text, start, end, /[a-z0-9._-]/);
  if (code.length === end - start) return isPartOfNumber(text, start, end);
  return DOMAIN.test(code) || /\d/.test(code.replace(text.slice(start, end), ''));
}

/** The 304 of 1,304 and of $304 is no steel. */
function isPartOfNumber(text: string, start: number, end: number): boolean {
  const goesOn = /^[,٫٬]?\p{N}|^\s?\p{Sc}/u;
  const began = /\p{N}[,٫٬]$|\p{Sc}\s?$/u;
  return (
    (/\p{N}/u.test(text.charAt(start)) && began.test(text.slice(0, start))) ||
    (/\p{N}/u.test(text.charAt(end - 1)) && goesOn.test(text.slice(end)))
  );
}

/** The characters of a kind around a place, without the sentence's punctuation after them. */
function stretched(text: string, start: number, end: number, kind: RegExp): string {
  let from = start;
  let to = end;
  if (kind.test(text.charAt(start))) while (from > 0 && kind.test(text.charAt(from - 1))) from--;
  if (kind.test(text.charAt(end - 1))) while (to < text.length && kind.test(text.charAt(to))) to++;
  while (to > end && /[.:?]/.test(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}
