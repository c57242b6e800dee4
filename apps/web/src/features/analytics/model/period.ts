import { localDay } from '@/shared/format/local-day.ts';

/** The selected span: relative to today, everything, or one day as `2026-05-17`. */
export type Period = 'today' | 'yesterday' | 'week' | 'all' | { day: string };

/** The spans that have a button. */
export const SPANS = ['today', 'yesterday', 'week', 'all'] as const;

/** The days of a week that ends today. */
const WEEK_DAYS = 7;

/** @param value of the address; anything that it cannot be is today */
export function periodOf(value: string | null): Period {
  const span = SPANS.find((name) => name === value);
  if (span) return span;
  return value && isDay(value) ? { day: value } : 'today';
}

/** The value for the address; null for today, which needs none. */
export function paramOf(period: Period): string | null {
  if (typeof period === 'object') return period.day;
  return period === 'today' ? null : period;
}

/** First and last day of a period on this device's calendar; both null for everything. */
export function daysOf(period: Period, now: Date): { first: string | null; last: string | null } {
  if (typeof period === 'object') return { first: period.day, last: period.day };
  switch (period) {
    case 'today':
      return { first: localDay(0, now), last: localDay(0, now) };
    case 'yesterday':
      return { first: localDay(-1, now), last: localDay(-1, now) };
    case 'week':
      return { first: localDay(1 - WEEK_DAYS, now), last: localDay(0, now) };
    case 'all':
      return { first: null, last: null };
  }
}

/**
 * Checks whether the figures of these days are refetched. Answers and leads may change last week's
 * figures too, but users do not watch those live.
 */
export function isRunning(last: string | null, now: Date): boolean {
  return last === null || last >= localDay(0, now);
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = new Date(`${value}T00:00:00Z`);
  // The calendar turns the 31st of June into the 1st of July.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
}
