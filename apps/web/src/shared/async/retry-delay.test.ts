import { expect, it } from 'vitest';
import { retryDelayMs } from './retry-delay.ts';

it('a retry waits longer from attempt to attempt, up to half a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 100].map(retryDelayMs)).toEqual([
    1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000,
  ]);
});
