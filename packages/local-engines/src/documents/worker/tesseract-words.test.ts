import { expect, test } from 'vitest';
import { inReadingOrder } from './tesseract-words.ts';

function words(...given: Array<[text: string, x: number]>) {
  return given.map(([text, x]) => ({ text, confidence: 1, box: { x, y: 0, width: 10, height: 10 } }));
}

test.each([
  [
    'a line without Arabic stays',
    [
      ['Tel:', 0],
      ['+44', 20],
      ['20', 40],
    ],
    'Tel: +44 20',
  ],
  [
    'groups of a number',
    [
      ['هاتف:', 90],
      ['0187', 60],
      ['555', 40],
      ['+971', 20],
    ],
    'هاتف: +971 555 0187',
  ],
  [
    'Arabic digits too',
    [
      ['هاتف', 90],
      ['٤٥٦٧', 40],
      ['+٩٧٣', 20],
    ],
    'هاتف +٩٧٣ ٤٥٦٧',
  ],
  [
    'each run by itself',
    [
      ['مدير', 90],
      ['Ltd', 70],
      ['Oasis', 50],
      ['شركة', 30],
      ['12', 10],
    ],
    'مدير Oasis Ltd شركة 12',
  ],
] as const)('%s', (_, given, read) => {
  expect(
    inReadingOrder(words(...(given as unknown as Array<[string, number]>)))
      .map(({ text }) => text)
      .join(' '),
  ).toBe(read);
});
