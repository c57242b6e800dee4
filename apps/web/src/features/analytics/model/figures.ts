/**
 * A part of a whole from 0 to 1; null where there is no whole. More than the whole is the whole:
 * not every scan is counted.
 */
export function shareOf(part: number, whole: number): number | null {
  return whole > 0 ? Math.min(1, part / whole) : null;
}

/** The relative increase, 0.25 for a quarter; null where there was nothing before. */
export function changeOf(now: number, before: number): number | null {
  return before > 0 ? (now - before) / before : null;
}

const MINUTE = 60;
const HOUR = 3600;
/** From so many of the smaller unit on, the next larger one says it. */
const ENOUGH = 90;

/** A waiting time in the most readable unit. @param seconds at least 0 */
export function waitIn(seconds: number): { value: number; unit: 'second' | 'minute' | 'hour' } {
  if (seconds < ENOUGH) return { value: Math.round(seconds), unit: 'second' };
  if (seconds < ENOUGH * MINUTE) return { value: rounded(seconds / MINUTE), unit: 'minute' };
  return { value: rounded(seconds / HOUR), unit: 'hour' };
}

/** One place after the point for small values. */
function rounded(value: number): number {
  return value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
}

/**
 * The labels of an axis that there is room for: every second, third, fourth, sixth, eighth or
 * twelfth, and so on.
 * @param room width in px of one label
 */
export function labelStep(labels: number, width: number, room: number): number {
  const fitting = Math.max(1, Math.floor(width / room));
  const least = Math.ceil(labels / fitting);
  return [1, 2, 3, 4, 6, 8, 12].find((step) => step >= least) ?? least;
}

/**
 * The part of a day that is worth drawing: from the first step with anything to the last, and at
 * least so many.
 * @returns indexes, `end` exclusive
 */
export function busySpan(values: readonly number[], least: number): { start: number; end: number } {
  const first = values.findIndex((value) => value > 0);
  if (first < 0) return { start: 0, end: values.length };
  const busy = values.findLastIndex((value) => value > 0) + 1 - first;
  const missing = Math.max(0, Math.min(least, values.length) - busy);
  const start = Math.max(0, Math.min(first - Math.floor(missing / 2), values.length - busy - missing));
  return { start, end: start + busy + missing };
}
