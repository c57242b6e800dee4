import { expect, it } from 'vitest';
import { resolveApiVersion } from './api-version.ts';

it.each([
  [undefined, 'initial'],
  ['', 'initial'],
  ['2023-12-31', 'initial'],
  ['2024-1-1', 'initial'],
  ['2024-02-30', 'initial'],
  ['9999-99-99', 'initial'],
  ['2024-01-01; drop', 'initial'],
  ['2024-01-01', '2024-01-01'],
  [' 2026-08-09 ', '2024-01-01'],
])('version header %j means %s', (header, expected) => {
  expect(resolveApiVersion(header)).toBe(expected);
});
