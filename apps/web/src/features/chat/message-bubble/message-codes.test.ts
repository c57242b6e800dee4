import { expect, test } from 'vitest';
import { isShortCode, splitCodes } from './message-codes.ts';

test.each([
  ['سعر AB-1200-X، مع الشحن', ['سعر ', 'AB-1200-X', '، مع الشحن']],
  ['型号1200-AB和C-3很好', ['型号', '1200-AB', '和', 'C-3', '很好']],
  ['AB-1200-X', ['', 'AB-1200-X', '']],
  // In one piece: in an Arabic line its parts would change places.
  ['رقم الطلب LX-200/7B (20%)', ['رقم الطلب ', 'LX-200/7B', ' (20%)']],
  // Not codes: words, dates, ranges, and what is too long for a line.
  ['a long-term plan until 2026-11-26, 26/11/2026, 10-20 pieces and/or more', undefined],
  ['-A-1- A--1', undefined],
  ['ABCDEFGHIJ-123456', undefined],
  ['', undefined],
])('the codes of %j', (text, pieces) => {
  expect(splitCodes(text)).toEqual(pieces ?? [text]);
});

test('codes of up to ten characters never break', () => {
  expect(['LX-2048-AB', 'LX-2048-ABC'].map(isShortCode)).toEqual([true, false]);
});
