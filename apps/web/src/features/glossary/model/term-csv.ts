import { csv } from '@dragoman/domain/csv';
import { type GlossaryTerm, isTermMode, termFault, tidyTerm } from '@dragoman/domain/glossary/term';
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
 * Reads a table that has at least a column `term`; without `mode` a line with a translation is a fixed one. Reads commas,
 * semicolons and tabs, as spreadsheets of different countries write them.
 * @returns null when the text is no such table
 */
export function termsFromCsv(text: string): TermFile | null {
  const table = Papa.parse<Record<string, string | undefined>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (heading) => heading.trim().toLowerCase(),
    transform: unguarded,
  });
  if (!table.meta.fields?.includes('term')) return null;
  const terms: GlossaryTerm[] = [];
  const badLines: number[] = [];
  table.data.forEach((row, index) => {
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
  const tidy = tidyTerm({ term, mode, en, zh, ar });
  return termFault(tidy) === null ? tidy : null;
}

/** Takes off the apostrophe that our own export, as others, puts before what a spreadsheet would run as a formula. */
function unguarded(value: string): string {
  return /^'\s*[=+\-@＝＋－＠]/u.test(value) ? value.slice(1) : value;
}
