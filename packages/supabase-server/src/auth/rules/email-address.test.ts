import { describe, expect, it } from 'vitest';
import { normalizeEmail } from './email-address.ts';

describe('normalizeEmail', () => {
  it.each([
    ['Lin@Fair.Example', 'lin@fair.example'],
    ['  a+b.c@x-y.fair.example\n', 'a+b.c@x-y.fair.example'],
    [`${'a'.repeat(64)}@fair.example`, `${'a'.repeat(64)}@fair.example`],
  ])('takes %j', (input, expected) => {
    expect(normalizeEmail(input)).toBe(expected);
  });

  it.each([
    '',
    '@',
    'lin',
    'lin@',
    '@fair.example',
    'lin@localhost',
    'lin@@fair.example',
    'lin @fair.example',
    'lin@-fair.example',
    'lin@fair..example',
    'lin@fair.example.',
    'lin@fair.example, nadia@fair.example',
    'lin@fair.example\r\nBcc: x@fair.example',
    'lin\0@fair.example',
    'Lin <lin@fair.example>',
    '林@fair.example',
    `${'a'.repeat(65)}@fair.example`,
    `lin@${'a'.repeat(64)}.example`,
    `lin@${'a.'.repeat(125)}example`,
  ])('refuses %j', (input) => {
    expect(normalizeEmail(input)).toBeNull();
  });

  it('takes at most 254 characters', () => {
    const longest = `lin@${'a.'.repeat(120)}aa.example`;
    expect(longest).toHaveLength(254);
    expect(normalizeEmail(longest)).toBe(longest);
    expect(normalizeEmail(`x${longest}`)).toBeNull();
  });
});
