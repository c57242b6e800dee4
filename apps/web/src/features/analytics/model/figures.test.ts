import { expect, it } from 'vitest';
import { busySpan, changeOf, labelStep, shareOf, waitIn } from './figures.ts';

it('a share of nothing is null, and never more than the whole', () => {
  expect([shareOf(1, 4), shareOf(0, 4), shareOf(5, 4), shareOf(1, 0)]).toEqual([0.25, 0, 1, null]);
});

it('a change from nothing is null', () => {
  expect([changeOf(5, 4), changeOf(0, 4), changeOf(4, 4), changeOf(4, 0)]).toEqual([0.25, -1, 0, null]);
});

it('a wait is told in the unit that says it best', () => {
  expect([0, 89.4, 90, 170, 599, 1800, 5399, 5400, 360_000].map(waitIn)).toEqual([
    { value: 0, unit: 'second' },
    { value: 89, unit: 'second' },
    { value: 1.5, unit: 'minute' },
    { value: 2.8, unit: 'minute' },
    { value: 10, unit: 'minute' },
    { value: 30, unit: 'minute' },
    { value: 90, unit: 'minute' },
    { value: 1.5, unit: 'hour' },
    { value: 100, unit: 'hour' },
  ]);
});

it('an axis says as much as there is room for', () => {
  expect(labelStep(24, 960, 40)).toBe(1);
  expect(labelStep(24, 290, 40)).toBe(4);
  expect(labelStep(62, 290, 40)).toBe(12);
  expect(labelStep(122, 290, 40)).toBe(18);
  expect(labelStep(7, 10, 40)).toBe(8);
});

it('of a day the hours are drawn in which something happens, and some around them', () => {
  const day = (...busy: number[]) => Array.from({ length: 24 }, (_, hour) => (busy.includes(hour) ? 1 : 0));
  expect(busySpan(day(9, 18), 8)).toEqual({ start: 9, end: 19 });
  expect(busySpan(day(12), 8)).toEqual({ start: 9, end: 17 });
  expect(busySpan(day(0, 1), 8)).toEqual({ start: 0, end: 8 });
  expect(busySpan(day(23), 8)).toEqual({ start: 16, end: 24 });
  expect(busySpan(day(0, 23), 8)).toEqual({ start: 0, end: 24 });
  expect(busySpan(day(), 8)).toEqual({ start: 0, end: 24 });
  expect(busySpan([1, 0], 8)).toEqual({ start: 0, end: 2 });
});
