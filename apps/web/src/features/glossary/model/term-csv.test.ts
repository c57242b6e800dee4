import type { GlossaryTerm } from '@dragoman/domain/glossary/term';
import { expect, test } from 'vitest';
import { decodedTable, termsAsCsv, termsFromCsv } from './term-csv.ts';

const TERMS: GlossaryTerm[] = [
  { term: 'NovaLine', mode: 'keep', en: null, zh: null, ar: null },
  { term: '=SUM(A1), "quoted"', mode: 'keep', en: null, zh: null, ar: null },
  { term: 'brass', mode: 'fixed', en: null, zh: '黄铜', ar: 'نحاس' },
];

test('what is exported is imported as it was', () => {
  expect(termsFromCsv(termsAsCsv(TERMS))).toEqual({ terms: TERMS, badLines: [] });
});

test('a hand-written list, with semicolons and without modes', () => {
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

test('lines are named as a spreadsheet counts them, empty ones too', () => {
  expect(termsFromCsv('term,mode\n\nNovaLine,keep\n,\n,keep\n')?.badLines).toEqual([5]);
});

test('files are read in UTF-8 and marked UTF-16, and in no encoding that has to be guessed', () => {
  const text = 'term\tzh\nbrass\t黄铜';
  const utf16 = new Uint8Array(
    new Uint16Array([...`\uFEFF${text}`].map((char) => char.charCodeAt(0))).buffer,
  );
  const gbk = Uint8Array.from([0x74, 0x65, 0x72, 0x6d, 0x0a, 0xbb, 0xc6, 0xcd, 0xad]);
  expect(termsFromCsv(decodedTable(utf16) ?? '')?.terms).toEqual([{ ...TERMS[2], ar: null }]);
  expect(decodedTable(new TextEncoder().encode(text))).toBe(text);
  expect(decodedTable(gbk)).toBeNull();
});
