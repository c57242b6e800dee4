import { expect, test } from 'vitest';
import { counterpartRole, isRole } from './roles.ts';

test.each([
  ['vendor', true],
  ['visitor', true],
  ['investor', false],
  ['Vendor', false],
  [undefined, false],
])('isRole(%j) is %s', (value, expected) => {
  expect(isRole(value)).toBe(expected);
});

test('the counterpart of each role is the other', () => {
  expect(counterpartRole('vendor')).toBe('visitor');
  expect(counterpartRole('visitor')).toBe('vendor');
});
