import { expect, it } from 'vitest';
import { likeMatcher, PatternError, regexMatcher } from './patterns.ts';

it.each([
  ['[0-9]{4}-[0-9]{2}', 'on 2026-11 at', true],
  ['^a{2,3}$', 'aaaa', false],
  ['a{2', 'a{2', true],
  ['hall (A|B)', 'in Hall B', false],
])('%s in %s: %s', (pattern, text, expected) => {
  expect(regexMatcher(pattern, false)(text)).toBe(expected);
});

it('takes % and _ of LIKE for any characters, and a backslash for the next one itself', () => {
  const matches = likeMatcher('10\\% of_%', true);
  expect([matches('10% OF\nall'), matches('100 of all')]).toEqual([true, false]);
});

it.each(['(?:a?){1000}', `(?:a?){20}(?:b?){20}`, '(?:(?:a{9}){9}){9}', 'a{1,999}', 'a'.repeat(201)])(
  'refuses %s, whose program would be large',
  (pattern) => {
    expect(() => regexMatcher(pattern, false)).toThrow(PatternError);
  },
);
