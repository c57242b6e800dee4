import { expect, test } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

test.each([
  ['/join/abc', '/join/abc'],
  ['/chat/1?tab=a#b', '/chat/1?tab=a#b'],
  ['join/abc', '/join/abc'],
  ['/', '/'],
])('%j is followed as %j', (value, expected) => {
  expect(safeRedirect(value)).toBe(expected);
});

test.each([
  '//evil.example/x',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\u0000//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '/x/..//evil.example',
  '/.//evil.example',
  'https://evil.example/x',
  'https:evil.example',
  'javascript:alert(1)',
  '@evil.example',
])('%j never leaves the site', (value) => {
  const path = safeRedirect(value);
  expect(path).toMatch(/^\/(?![/\\])/);
  expect(new URL(path ?? '', 'https://own.example').origin).toBe('https://own.example');
});

test.each([
  null,
  undefined,
  '',
  '  ',
  '/login',
  '/login?redirect=/login',
  '/x/../login',
  '/'.padEnd(3000, 'x'),
])('%j is nothing to follow', (value) => {
  expect(safeRedirect(value)).toBeNull();
});
