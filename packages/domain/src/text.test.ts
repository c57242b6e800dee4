import { expect, test } from 'vitest';
import { characterCount, emptyToNull, isBlank, storableText, withoutTrailing } from './text.ts';

test('characters are counted as PostgreSQL counts them', () => {
  expect(characterCount('')).toBe(0);
  expect(characterCount('报价')).toBe(2);
  expect(characterCount('👍🏽')).toBe(2);
});

test.each([
  ['', null],
  ['   ', null],
  [null, null],
  [undefined, null],
  [' Meridian Tools ', 'Meridian Tools'],
  ['0', '0'],
])('emptyToNull(%j) is %j', (value, expected) => {
  expect(emptyToNull(value)).toBe(expected);
});

test.each([
  ['', true],
  [' \n\t\u3000', true],
  ['\u200b\u200f\ufeff', true],
  ['.', false],
  ['👍', false],
])('isBlank(%j) is %s', (value, expected) => {
  expect(isBlank(value)).toBe(expected);
});

test('storable text has neither NUL nor half an emoji', () => {
  expect(storableText('a\u0000b')).toBe('ab');
  expect(storableText('cut \ud83d')).toBe('cut \ufffd');
  expect(storableText('whole 👍')).toBe('whole 👍');
});

test.each([
  ['https://example.org//', '/', 'https://example.org'],
  ['https://example.org/a', '/', 'https://example.org/a'],
  ['Ready.!?', '.!', 'Ready.!?'],
  ['Ready?.!', '.!', 'Ready?'],
  ['///', '/', ''],
  ['', '/', ''],
])('%j without trailing %j is %j', (text, characters, expected) => {
  expect(withoutTrailing(text, characters)).toBe(expected);
});
