import { expect, test } from 'vitest';
import { type PlacedText, pageText } from './pdf-lines.ts';

function at(x: number, y: number, text: string, width = text.length * 6): PlacedText {
  return { text, isRtl: /[\u0590-\u08FF\uFB50-\uFEFF]/.test(text), x, y, width, height: 12 };
}

test('lines of a paragraph stay together, paragraphs and columns apart', () => {
  const page = [
    at(50, 700, 'Lamps of'),
    at(98, 700, ' brass'),
    at(50, 686, 'for offices'),
    at(50, 650, 'Warranty'),
    at(300, 700, 'Prices'),
  ];
  expect(pageText(page)).toBe('Lamps of brass\nfor offices\n\nWarranty\n\nPrices');
});

test('a line from right to left is read so, words of several pieces in Latin letters within it from left to right', () => {
  const line = [
    at(50, 700, '.'),
    at(56, 700, 'دولار'),
    at(90, 700, ' '),
    at(96, 700, 'USD'),
    at(114, 700, ' '),
    at(120, 700, '4.20'),
    at(144, 700, ' '),
    at(150, 700, 'السعر'),
  ];
  expect(pageText(line)).toBe('السعر USD 4.20 دولار.');
  expect(pageText(line.toReversed())).toBe('السعر USD 4.20 دولار.');
});

test('a space that is only a gap is a space', () => {
  expect(pageText([at(50, 700, 'الضمان', 30), at(85, 700, 'مدة', 20)])).toBe('مدة الضمان');
});

test('nothing is nothing', () => {
  expect(pageText([])).toBe('');
  expect(pageText([at(1, 1, ' '), at(1, 50, '')])).toBe('');
});
