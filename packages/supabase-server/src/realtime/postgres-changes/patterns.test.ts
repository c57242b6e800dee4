import { expect, it } from 'vitest';
import { likePattern, PatternError, regexPattern, stepsToCompile } from './patterns.ts';

it.each([
  ['[0-9]{4}-[0-9]{2}', 'on 2026-11 at', true],
  ['^a{2,3}$', 'aaaa', false],
  ['a{2', 'a{2', true],
  ['hall (A|B)', 'in Hall B', false],
])('%s in %s: %s', (pattern, text, expected) => {
  expect(regexPattern(pattern, false).matches(text)).toBe(expected);
});

it('takes % and _ of LIKE for any characters, and a backslash for the next one itself', () => {
  const pattern = likePattern('10\\% of_%', true);
  expect([pattern.matches('10% OF\nall'), pattern.matches('100 of all')]).toEqual([true, false]);
});

it.each(['(?:a?){1000}', `(?:a?){20}(?:b?){20}`, '(?:(?:a{9}){9}){9}', 'a{1,999}', 'a'.repeat(201)])(
  'refuses %s, whose program would be large',
  (pattern) => {
    expect(() => regexPattern(pattern, false)).toThrow(PatternError);
  },
);

it('costs more steps the larger its program and the longer the text are', () => {
  const [small, large] = [regexPattern('hall', true), regexPattern('[^x]{1,12}z', true)];
  expect(small.steps(100)).toBeLessThan(large.steps(100));
  expect(large.steps(100)).toBeLessThan(large.steps(5_000));
  // More than a second allows: the longest message with the largest program.
  expect(likePattern('%'.repeat(100), true).steps(5_000)).toBeGreaterThan(1_000_000);
  expect(stepsToCompile('hall')).toBeLessThan(stepsToCompile('(?:a?){99}'));
  expect(stepsToCompile('(?:(?:a{99}){99}){99}')).toBeLessThan(1_000_000);
});
