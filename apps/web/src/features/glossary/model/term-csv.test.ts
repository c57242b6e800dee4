import type { GlossaryTerm } from '@dragoman/domain/glossary/term';
import { expect, test } from 'vitest';
import { termsAsCsv, termsFromCsv } from './term-csv.ts';

const TERMS: GlossaryTerm[] = [
  { term: 'NovaLine', mode: 'keep', en: null, zh: null, ar: null },
  { term: '=SUM(A1), "quoted"', mode: 'keep', en: null, zh: null, ar: null },
  { term: 'brass', mode: 'fixed', en: null, zh: '黄铜', ar: 'نحاس' },
];

test('what is exported is imported as it was', () => {
  expect(termsFromCsv(termsAsCsv(TERMS))).toEqual({ terms: TERMS, badLines: [] });
});

test('a list that somebody wrote by hand, with semicolons and without modes', () => {
  expect(termsFromCsv('Term;ZH\r\n NovaLine ;\r\n\r\nbrass;黄铜\r\n')).toEqual({
    terms: [TERMS[0], { ...TERMS[2], ar: null }],
    badLines: [],
  });
});

test('lines without a usable term are named', () => {
  const text = `term,mode,zh\nNovaLine,keep,\n,keep,\nbrass,guess,黄铜\nbrass,fixed,\n${'x'.repeat(101)},keep,\n`;
  expect(termsFromCsv(text)).toEqual({ terms: [TERMS[0]], badLines: [3, 4, 5, 6] });
});

test.each(['', 'name,company\nA,B', '\u0000\u0001PNG'])('%j is no glossary', (text) => {
  expect(termsFromCsv(text)).toBeNull();
});
