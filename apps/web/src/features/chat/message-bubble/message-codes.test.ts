import { expect, test } from 'vitest';
import { splitCodes } from './message-codes.ts';

test.each([
  ['سعر AB-1200-X، مع الشحن', ['سعر ', 'AB-1200-X', '، مع الشحن']],
  ['型号1200-AB和C-3很好', ['型号', '1200-AB', '和', 'C-3', '很好']],
  ['AB-1200-X', ['', 'AB-1200-X', '']],
  // Not codes: words, dates, ranges, and what is too long for a line.
  ['a long-term plan until 2026-11-26, 10-20 pieces', undefined],
  ['-A-1- A--1', undefined],
  ['ABCDEFGHIJ-123456', undefined],
  ['', undefined],
])('the codes of %j', (text, pieces) => {
  expect(splitCodes(text)).toEqual(pieces ?? [text]);
});
