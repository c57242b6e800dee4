import { expect, it } from 'vitest';
import { isBanned } from './banned.ts';

it('a ban holds until its time, or for ever', () => {
  expect(isBanned({ banned_until: null })).toBe(false);
  expect(isBanned({ banned_until: new Date(Date.now() - 1000) })).toBe(false);
  expect(isBanned({ banned_until: new Date(Date.now() + 60_000) })).toBe(true);
  expect(isBanned({ banned_until: Number.POSITIVE_INFINITY })).toBe(true);
});
