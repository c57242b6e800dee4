import { expect, it } from 'vitest';
import { distanceFromBottom, shouldFollow } from './auto-scroll.ts';

it('measures the distance from the bottom', () => {
  expect(distanceFromBottom({ scrollHeight: 1000, clientHeight: 400, scrollTop: 600 })).toBe(0);
  expect(distanceFromBottom({ scrollHeight: 1000, clientHeight: 400, scrollTop: 499.5 })).toBe(100.5);
  // A list that bounces past its end.
  expect(distanceFromBottom({ scrollHeight: 1000, clientHeight: 400, scrollTop: 640 })).toBe(0);
});

it.each([
  ['other-message', null, 5_000, true],
  ['other-message', 4_001, 5_000, false],
  ['other-message', 4_000, 5_000, true],
  ['own-message', 4_999, 5_000, true],
] as const)('%s, last scrolled at %s, now %s: follows %s', (growth, scrolled, now, follows) => {
  expect(shouldFollow(growth, scrolled, now)).toBe(follows);
});
