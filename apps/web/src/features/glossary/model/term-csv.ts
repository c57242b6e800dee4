import { csv } from '@dragoman/domain/csv';
import { type GlossaryTerm, isTermMode, normalizeTerm, validateTerm } from '@dragoman/domain/glossary/term';
import { LANGUAGES } from '@dragoman/domain/languages';
import Papa from 'papaparse';

/** The same in every language of the interface, so that one's list can be read by another. */
const COLUMNS = ['term', 'mode', ...LANGUAGES] as const;

/** The glossary as a table, for Excel and the like. */
export function termsAsCsv(terms: readonly GlossaryTerm[]): string {
  const rows = terms.map((term) => COLUMNS.map((column) => term[column] ?? ''));
  return csv([COLUMNS, ...rows]);
}

export interface TermFile {
  terms: GlossaryTerm[];
  /** Lines (the heading is line 1) that hold no term which could be taken. */
  badLines: number[];
}

/**
 * @param bytes a file in UTF-8, or in UTF-16 with its mark, as spreadsheets save a "Unicode text"
 * @returns its text; null for another encoding (a Chinese or Arabic Excel's plain "CSV" is in that
 * of its country): guessed wrong it would make rubbish of every term
 */
export function decodedTable(bytes: Uint8Array): string | null {
  const mark = [bytes[0], bytes[1]].join();
  const encoding = mark === '255,254' ? 'utf-16le' : mark === '254,255' ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Reads a table that has at least a column `term`; without `mode` a line with a translation is a
 * fixed one. Reads commas, semicolons and tabs, as spreadsheets of different countries write them.
 * @returns null when the text is no such table
 */
export function termsFromCsv(text: string): TermFile | null {
  const lines = text.replace(/^\uFEFF?[\r\n]*/, '');
  const heading = /^.*/.exec(lines)?.[0] ?? '';
  const table = Papa.parse<Record<string, string | undefined>>(lines, {
    header: true,
    delimiter: [';', '\t'].find((mark) => heading.includes(mark)) ?? ',',
    transformHeader: (heading) => heading.trim().toLowerCase(),
    transform: unguarded,
  });
  if (!table.meta.fields?.includes('term')) return null;
  const terms: GlossaryTerm[] = [];
  const badLines: number[] = [];
  table.data.forEach((row, index) => {
    if (Object.values(row).every((value) => !value?.trim())) return;
    const term = termOf(row);
    if (term) terms.push(term);
    else badLines.push(index + 2);
  });
  return { terms, badLines };
}

function termOf(row: Record<string, string | undefined>): GlossaryTerm | null {
  const given = row.mode?.trim().toLowerCase();
  const hasTranslation = LANGUAGES.some((language) => row[language]?.trim());
  const mode = given ? given : hasTranslation ? 'fixed' : 'keep';
  if (!isTermMode(mode)) return null;
  const { term = '', en = null, zh = null, ar = null } = row;
  const tidy = normalizeTerm({ term, mode, en, zh, ar });
  return validateTerm(tidy) === null ? tidy : null;
}

/**
 * Takes off the apostrophe that our own export, as others, puts before what a spreadsheet would run
 * as a formula.
 */
function unguarded(value: string): string {
  return /^'\s*[=+\-@＝＋－＠]/u.test(value) ? value.slice(1) : value;
}
