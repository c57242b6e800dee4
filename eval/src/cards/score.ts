import { dialable } from '@dragoman/domain/cards/contact-card';
import { searchKey } from '@dragoman/domain/search-text';
import { parse } from '@dragoman/functions/documents/extraction/phones';
import type { RecognizedDocument } from '@dragoman/functions/documents/recognized-document';
import type { Truth } from './truth.ts';

export type Field = keyof Truth['fields'];

/**
 * The result of a field. A field that is not on the item is only counted when it had to stay empty
 * and did not.
 */
export type Verdict = 'right' | 'wrong' | 'missing' | 'invented';

/**
 * Compares the found fields with the printed ones: text without regard to case, spaces, punctuation
 * and the marks of Arabic letters; numbers as dialled; websites without scheme and www.
 */
export function verdicts(truth: Truth, found: Readonly<Record<string, string>>): Map<Field, Verdict> {
  const result = new Map<Field, Verdict>();
  for (const [key, expected] of Object.entries(truth.fields)) {
    const field = key as Field;
    const spellings = expected === null || expected === undefined ? [] : [expected].flat();
    const value = found[field];
    if (value === undefined) continue;
    if (spellings.length === 0) {
      if (value !== '') result.set(field, 'invented');
      else if (expected === null) result.set(field, 'right');
    } else if (value === '') result.set(field, 'missing');
    else {
      const normal = normalForm(field, truth.region ?? null);
      result.set(field, spellings.some((spelling) => normal(spelling) === normal(value)) ? 'right' : 'wrong');
    }
  }
  return result;
}

function normalForm(field: Field, region: string | null): (text: string) => string {
  if (field === 'phone' || field === 'whatsapp') return (text) => phoneForm(text, region);
  if (field === 'website')
    return (text) =>
      text
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .replace(/^www\./, '')
        .replace(/\/$/, '');
  if (field === 'email' || field === 'wechat')
    return (text) => (/^\+?[\d\s]+$/.test(text) ? phoneForm(text, region) : text.toLowerCase().trim());
  return (text) => searchKey(text).replace(/[^\p{L}\p{N}]/gu, '');
}

function phoneForm(text: string, region: string | null): string {
  return parse(text, region ? [region] : [])?.number ?? dialable(text) ?? text;
}

/** The share of the print that was recognised at all, before extraction. */
export interface Recall {
  found: number;
  printed: number;
}

/**
 * Counts words, and single Han characters, that are on the item and in a recognised line, with
 * multiplicity. A word counts when all of its letters and digits are adjacent, with or without
 * spaces around them: '+44 20 7946' and '+44207946' are equal.
 */
export function rawRecall(truth: Truth, document: RecognizedDocument): Recall {
  const printed = tokens(truth.printed ?? fieldTexts(truth));
  const lines = document.lines.map((line) => tokens([line.words.map((word) => word.text).join(' ')]));
  // Whole words first, long before short: the rest may be part of something longer.
  const missed: string[] = [];
  for (const token of printed) {
    const line = lines.find((words) => words.includes(token));
    if (line) line[line.indexOf(token)] = TAKEN;
    else missed.push(token);
  }
  const squashed = lines.map((words) => words.join(''));
  let found = printed.length - missed.length;
  for (const token of missed.sort((a, b) => b.length - a.length)) {
    const at = squashed.findIndex((line) => line.includes(token));
    if (at < 0) continue;
    squashed[at] = (squashed[at] ?? '').replace(token, TAKEN);
    found++;
  }
  return { found, printed: printed.length };
}

/** Replaces an item that has been counted; no text contains it. */
const TAKEN = '\0';

function fieldTexts(truth: Truth): string[] {
  return Object.values(truth.fields).flatMap((value) => value ?? []);
}

function tokens(texts: readonly string[]): string[] {
  return texts.flatMap(
    (text) => searchKey(text).match(/\p{Script=Han}|[^\s\p{Script=Han}\p{P}\p{S}]+/gu) ?? [],
  );
}
