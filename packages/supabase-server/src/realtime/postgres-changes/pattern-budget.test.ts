import { expect, it } from 'vitest';
import { PatternBudget } from './pattern-budget.ts';

it('runs patterns for a tenth of each second', () => {
  let now = 5_000;
  const budget = new PatternBudget(() => now);
  const match = () => {
    now += 60;
    return true;
  };
  expect([budget.within(match), budget.within(match), budget.within(match)]).toEqual([true, true, null]);
  now = 6_000;
  expect(budget.within(match)).toBe(true);
});
