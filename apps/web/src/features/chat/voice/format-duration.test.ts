import { expect, it } from 'vitest';
import { formatDuration } from './format-duration.ts';

it.each([
  [0, '0:00'],
  [5.9, '0:05'],
  [65, '1:05'],
  [3_600, '60:00'],
  // A recording that is still being read does not know its length.
  [Number.POSITIVE_INFINITY, '0:00'],
  [Number.NaN, '0:00'],
])('writes %s s as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
