import { documentPassages } from '@dragoman/domain/knowledge-base/knowledge-base';
import { expect, test } from 'vitest';
import { makePdf } from '../testing/make-pdf.ts';
import { readPdfPages } from './pdf-pages.ts';

async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const reading = await readPdfPages(bytes, () => {});
  if (!reading.ok) throw new Error(reading.problem);
  return reading.pages;
}

test('the text of three scripts is read page by page, and it is told how far it is', async () => {
  const done: string[] = [];
  const lines = [
    ['The office lamp is of brass.', 'It costs USD 4.20.'],
    ['本产品保修期为三年，自交货之日起计算。'],
    ['𠀀 🙂 4.20'],
  ];
  const reading = await readPdfPages(makePdf(lines), (page, of) => done.push(`${page}/${of}`));
  expect(reading).toEqual({ ok: true, pages: lines.map((page) => page.join('\n')) });
  expect(done).toEqual(['1/3', '2/3', '3/3']);
});

test('Arabic that is written as it lies on the page is read as one reads it, with numbers and names in between', async () => {
  // Forms of letters one by one from the left, as browsers print them: «مدة الضمان LX 200 سنة.»
  const seen = ['.', 'ﺔ', 'ﻨ', 'ﺳ', ' ', 'LX 200', ' ', 'ن', 'ﺎ', 'ﻤ', 'ﻀ', 'ﻟ', 'ا', ' ', 'ة', 'ﺪ', 'ﻣ'];
  // Each glyph is 6 points wide.
  const line = seen.map((text, i) => [text, 50 + 6 * seen.slice(0, i).join('').length] as const);
  const kept = documentPassages(await pagesOf(makePdf([[line]])));
  expect(kept).toMatchObject({ passages: [{ content: 'مدة الضمان LX 200 سنة.' }] });
});

test('ligatures and NUL characters come out as letters, or not at all', async () => {
  const pages = await pagesOf(makePdf([['e\uFB03cient o\uFB03ce\u0000 lamp']]));
  const kept = documentPassages(pages);
  expect(kept).toMatchObject({ ok: true, passages: [{ page: 1, content: 'efficient office lamp' }] });
});

test('a scan has no text', async () => {
  const pages = await pagesOf(makePdf([[], []]));
  expect(pages).toEqual(['', '']);
  expect(documentPassages(pages)).toEqual({ ok: false, problem: 'no-text' });
});

test('files with a password, broken files and files with too many pages are told apart', async () => {
  const read = (bytes: Uint8Array) => readPdfPages(bytes, () => {});
  const good = makePdf([['Lamp']]);
  expect(await read(makePdf([['Lamp']], { locked: true }))).toEqual({ ok: false, problem: 'locked' });
  expect(await read(good.slice(0, 200))).toEqual({ ok: false, problem: 'broken' });
  expect(await read(new TextEncoder().encode('%PDF-1.7\nno more'))).toEqual({ ok: false, problem: 'broken' });
  expect(await read(makePdf(Array.from({ length: 300 }, () => ['Lamp'])))).toEqual({
    ok: false,
    problem: 'too-many-pages',
    pages: 300,
  });
  expect(await pagesOf(makePdf(Array.from({ length: 200 }, () => ['Lamp'])))).toHaveLength(200);
});
