import { expect, it } from 'vitest';
import { minutesOf, timeOf } from './clock-times.ts';

it('minutes of a day and the value of a time field are the same', () => {
  for (const minutes of [0, 59, 60, 7 * 60, 22 * 60 + 5, 1439])
    expect(minutesOf(timeOf(minutes))).toBe(minutes);
  expect(timeOf(425)).toBe('07:05');
  expect(minutesOf('07:05:30')).toBe(425);
});

it.each(['', '7:05', '24:00', '12:60', 'noon'])('%s is no time', (time) => {
  expect(minutesOf(time)).toBeNull();
});
