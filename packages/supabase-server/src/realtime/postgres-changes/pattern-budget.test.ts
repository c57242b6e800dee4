import { expect, it } from 'vitest';
import { PatternBudget } from './pattern-budget.ts';

it('allows a million steps in a row, and as many in each second after them', () => {
  let now = 5_000;
  const budget = new PatternBudget(() => now);
  expect([budget.spend(600_000), budget.spend(600_000), budget.spend(400_000)]).toEqual([true, false, true]);
  now += 300;
  expect([budget.spend(300_001), budget.spend(300_000), budget.spend(1)]).toEqual([false, true, false]);
  now += 60_000;
  expect([budget.spend(1_000_001), budget.spend(1_000_000), budget.spend(1)]).toEqual([false, true, false]);
});
