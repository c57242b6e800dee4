import { expect, test } from 'vitest';
import { storableText } from './storable-text.ts';

test('storable text has neither NUL nor half an emoji', () => {
  expect(storableText('a\u0000b')).toBe('ab');
  expect(storableText('cut \ud83d')).toBe('cut \ufffd');
  expect(storableText('whole 👍')).toBe('whole 👍');
});
