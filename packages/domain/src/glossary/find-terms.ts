import type { Language } from '../languages.ts';
import { type FoldedText, foldText } from './fold-text.ts';
import { type GlossaryTerm, renderingIn, TERM_MAX_LENGTH } from './term.ts';

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
  /** The term itself rather than one of its translations. */
  isTerm: boolean;
  term: GlossaryTerm;
  rendering: string;
}

/** The spellings that go on from here, by their next UTF-16 unit. */
interface FormTree {
  next: Map<number, FormTree>;
  /** The spelling that ends here. */
  form?: Form;
}

/**
 * Finds the glossary terms in a text, from start to end, the longest at each place. Case and width
 * are ignored; in scripts with words, only whole words match. A `fixed` term is also found by its
 * translation in the language of the text, so that an answer returns in the term's own words.
 * Addresses and codes are skipped. The time grows with the letters of the text, each of them times
 * the letters of the longest term at most.
 * @param source language of the text
 */
export function findTerms(
  text: string,
  terms: readonly GlossaryTerm[],
  source: Language,
  target: Language,
): TermMatch[] {
  const forms = formTree(terms, source, target);
  if (forms.next.size === 0) return [];
  const folded = foldText(text);
  const tokens = tokensOf(folded.text);
  const matches: TermMatch[] = [];
  for (let start = 0; start < folded.text.length; ) {
    const found = longestAt(folded, tokens, forms, start);
    if (!found) {
      start++;
      continue;
    }
    const { end, form } = found;
    matches.push({ ...positions(folded, start, end), term: form.term, rendering: form.rendering });
    start = end;
  }
  return matches;
}

function positions({ at }: FoldedText, start: number, end: number): { start: number; end: number } {
  return { start: at[start] ?? 0, end: at[end] ?? 0 };
}

/** A hundred characters, each of two UTF-16 units; only signs that stand for several letters give more. */
const LONGEST_FOLDED = 2 * TERM_MAX_LENGTH;

/** Every spelling that is looked for; of equal ones a term goes before a translation. */
function formTree(terms: readonly GlossaryTerm[], source: Language, target: Language): FormTree {
  const tree: FormTree = { next: new Map() };
  for (const term of terms) {
    const rendering = renderingIn(term, target);
    if (rendering === null) continue;
    for (const spelling of new Set([term.term, term.mode === 'fixed' ? term[source] : null])) {
      const folded = spelling === null ? '' : foldText(spelling.trim()).text;
      if (folded === '' || folded.length > LONGEST_FOLDED) continue;
      let node = tree;
      for (let at = 0; at < folded.length; at++) node = branch(node, folded.charCodeAt(at));
      const isTerm = spelling === term.term;
      if (!node.form || (isTerm && !node.form.isTerm)) node.form = { isTerm, term, rendering };
    }
  }
  return tree;
}

function branch(node: FormTree, unit: number): FormTree {
  const known = node.next.get(unit);
  if (known) return known;
  const made: FormTree = { next: new Map() };
  node.next.set(unit, made);
  return made;
}

/** @returns the longest spelling that stands at a place as words of its own */
function longestAt(
  { text, at }: FoldedText,
  tokens: Tokens,
  forms: FormTree,
  start: number,
): { end: number; form: Form } | undefined {
  // Within one letter of the original, or behind what no word follows.
  if (at[start] === at[start - 1] || !mayBeginWord(text, start)) return undefined;
  const found: { end: number; form: Form }[] = [];
  let node: FormTree | undefined = forms;
  for (let end = start; node; node = node.next.get(text.charCodeAt(end++))) {
    if (node.form) found.push({ end, form: node.form });
  }
  return found
    .reverse()
    .find(
      ({ end }) => beginsWord(text, start, end) && endsWord(text, end) && !isPartOfToken(tokens, start, end),
    );
}

const LATIN = /[\p{Script=Latin}\p{N}]/u;
const ARABIC = /\p{Script=Arabic}/u;
const ARABIC_LETTER = /(?=\p{Script=Arabic})\p{L}/u;
/**
 * Particles that Arabic writes together with the following noun: and, so, in/by, like, for, the.
 */
const PARTICLES = /^[وف]?(?:[بكل]?(?:ال)?|لل)$/;
const LONGEST_PARTICLES = 4;
const ARTICLE = /ال$|لل$/;
/**
 * After one of those letters, a shorter word is too often a different one: كرة is a ball, فكرة an
 * idea.
 */
const LETTERS_BEHIND_PARTICLE = 4;
const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/;
/** RFC 1035, 2.3.4. */
const LONGEST_DOMAIN = 253;

function mayBeginWord(text: string, start: number): boolean {
  return !(LATIN.test(text.charAt(start)) && LATIN.test(text.charAt(start - 1)));
}

function beginsWord(text: string, start: number, end: number): boolean {
  if (!ARABIC.test(text.charAt(start))) return mayBeginWord(text, start);
  let from = start;
  while (from > 0 && start - from <= LONGEST_PARTICLES && ARABIC_LETTER.test(text.charAt(from - 1))) from--;
  const before = text.slice(from, start);
  if (before !== '' && end - start < LETTERS_BEHIND_PARTICLE && !ARTICLE.test(before)) return false;
  return PARTICLES.test(before);
}

function endsWord(text: string, end: number): boolean {
  const last = text.charAt(end - 1);
  const next = text.charAt(end);
  if (LATIN.test(last)) return !LATIN.test(next);
  return !(ARABIC.test(last) && ARABIC_LETTER.test(next));
}

/** The rows of characters of a kind in a text, by each of their places. */
interface Rows {
  /** Where the row of a place begins; the place itself outside of rows. */
  from: Int32Array;
  /** Where it ends, without the sentence's punctuation. */
  to: Int32Array;
}

/** What tells whether a place belongs to an address or a code, gathered once for a text. */
interface Tokens {
  text: string;
  addresses: Rows;
  codes: Rows;
  /** The next place of a sign that only addresses have. */
  addressSign: Int32Array;
  digit: Int32Array;
}

function tokensOf(text: string): Tokens {
  return {
    text,
    addresses: rowsOf(text, /[a-z0-9@:/._%+?=&#~-]/),
    codes: rowsOf(text, /[a-z0-9._-]/),
    addressSign: nextPlaces(text, (at) => text[at] === '@' || text.startsWith('://', at)),
    digit: nextPlaces(text, (at) => /\d/.test(text.charAt(at))),
  };
}

function rowsOf(text: string, kind: RegExp): Rows {
  const from = new Int32Array(text.length);
  const to = new Int32Array(text.length);
  for (let at = 0; at < text.length; ) {
    const start = at;
    while (at < text.length && kind.test(text.charAt(at))) at++;
    let end = at;
    while (end > start && /[.:?]/.test(text.charAt(end - 1))) end--;
    if (at === start) at++;
    from.fill(start, start, at);
    to.fill(end, start, at);
  }
  return { from, to };
}

/** For each place the next one that is wanted; the text's length where there is none. */
function nextPlaces(text: string, isWanted: (at: number) => boolean): Int32Array {
  const next = new Int32Array(text.length + 1).fill(text.length);
  for (let at = text.length - 1; at >= 0; at--) next[at] = isWanted(at) ? at : (next[at + 1] as number);
  return next;
}

/**
 * Checks whether the match is only part of a web or e-mail address, a code or a number: the XK of
 * XK-200 is not a word.
 */
function isPartOfToken(tokens: Tokens, start: number, end: number): boolean {
  const { text, addressSign, digit } = tokens;
  const address = around(tokens.addresses, start, end);
  const isInAddress = address.to - address.from > end - start;
  if (isInAddress && (has(addressSign, address.from, address.to) || text.startsWith('www.', address.from))) {
    return true;
  }
  const code = around(tokens.codes, start, end);
  const length = code.to - code.from;
  if (length === end - start) return isPartOfNumber(text, start, end);
  if (has(digit, code.from, start) || has(digit, end, code.to)) return true;
  return length <= LONGEST_DOMAIN && DOMAIN.test(text.slice(code.from, code.to));
}

/** The match with the rows that its ends belong to. */
function around({ from, to }: Rows, start: number, end: number): { from: number; to: number } {
  return { from: from[start] ?? start, to: Math.max(end, to[end - 1] ?? end) };
}

function has(next: Int32Array, from: number, to: number): boolean {
  return (next[from] ?? to) < to;
}

/** The 304 of 1,304 and of $304 is no steel. */
function isPartOfNumber(text: string, start: number, end: number): boolean {
  const goesOn = /^[,٫٬]?\p{N}|^\s?\p{Sc}/u;
  const began = /\p{N}[,٫٬]$|\p{Sc}\s?$/u;
  return (
    (/\p{N}/u.test(text.charAt(start)) && began.test(text.slice(Math.max(0, start - 3), start))) ||
    (/\p{N}/u.test(text.charAt(end - 1)) && goesOn.test(text.slice(end, end + 3)))
  );
}
