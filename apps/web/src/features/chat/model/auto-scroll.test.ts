import { expect, it } from 'vitest';
import { countMissed, distanceFromBottom, firstAfter, follow } from './auto-scroll.ts';

it('measures the distance from the bottom', () => {
  expect(distanceFromBottom({ scrollHeight: 1000, clientHeight: 400, scrollTop: 600 })).toBe(0);
  expect(distanceFromBottom({ scrollHeight: 1000, clientHeight: 400, scrollTop: 499.5 })).toBe(100.5);
  // A list that bounces past its end.
  expect(distanceFromBottom({ scrollHeight: 1000, clientHeight: 400, scrollTop: 640 })).toBe(0);
});

it.each([
  [0, null, { kind: 'now' }],
  [100, 4_000, { kind: 'now' }],
  [0, 4_001, { kind: 'later', afterMs: 1 }],
  [100, 5_000, { kind: 'later', afterMs: 1_000 }],
  [100.5, null, { kind: 'stay' }],
  [9_000, 4_999, { kind: 'stay' }],
] as const)('%d px from the end, last scrolled at %s: %o', (distance, lastManualScroll, expected) => {
  expect(follow({ distance, lastManualScroll }, 5_000)).toEqual(expected);
});

const rows = ['you 1', 'me 2', 'you 3', 'me 4', 'you 5'].map((word) => {
  const [sender_id = '', id = ''] = word.split(' ');
  return { message: { id, sender_id } };
});

it('counts what others wrote from the first missed message on', () => {
  expect(countMissed(rows, '3', 'me')).toBe(2);
  expect(countMissed(rows, '1', 'me')).toBe(3);
  expect(countMissed(rows, null, 'me')).toBe(0);
  expect(countMissed(rows, 'gone', 'me')).toBe(0);
});

it('finds the first message of others behind one', () => {
  expect(firstAfter(rows, '1', 'me')).toBe('3');
  expect(firstAfter(rows, '4', 'me')).toBe('5');
  expect(firstAfter(rows, '5', 'me')).toBeNull();
  expect(firstAfter(rows, 'gone', 'me')).toBeNull();
});
