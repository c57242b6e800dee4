import { expect, test } from 'vitest';
import { editDistance, isWithinOneEdit } from './edit-distance.ts';

test.each([
  ['manager', 'manager', 0],
  ['manager', 'manaqer', 1],
  ['manager', 'managers', 1],
  ['manager', 'anager', 1],
  ['manager', 'maanger', 2],
  ['manager', 'mangaer', 2],
  ['manager', 'manag', 2],
  ['', 'a', 1],
  ['aab', 'ab', 1],
] as const)('%s and %s are %d apart', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
  expect(isWithinOneEdit(a, b)).toBe(distance <= 1);
  expect(isWithinOneEdit(b, a)).toBe(distance <= 1);
});
