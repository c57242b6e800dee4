import { describe, expect, it } from 'vitest';
import { endOfQuiet, type QuietHours } from './quiet-hours.ts';

const NIGHT = { from: 22 * 60, until: 7 * 60 };
const end = (now: string, hours: QuietHours) => new Date(endOfQuiet(Date.parse(now), hours)).toISOString();

describe('endOfQuiet', () => {
  it('is the moment itself outside of quiet hours, at their end too', () => {
    const berlin = { ...NIGHT, timeZone: 'Europe/Berlin' };
    for (const now of ['2026-11-25T12:00:00.123Z', '2026-11-25T20:59:59.999Z', '2026-11-25T06:00:00.000Z']) {
      expect(end(now, berlin)).toBe(now);
    }
  });

  it('is the end of a night, before and after midnight', () => {
    const berlin = { ...NIGHT, timeZone: 'Europe/Berlin' };
    expect(end('2026-11-25T21:00:00Z', berlin)).toBe('2026-11-26T06:00:00.000Z');
    expect(end('2026-11-26T03:17:42.500Z', berlin)).toBe('2026-11-26T06:00:00.000Z');
  });

  it('is the end of a range within a day', () => {
    const prayer = { from: 12 * 60, until: 13 * 60 + 5, timeZone: 'Asia/Dubai' };
    expect(end('2026-11-25T08:30:00Z', prayer)).toBe('2026-11-25T09:05:00.000Z');
    expect(end('2026-11-25T09:05:00Z', prayer)).toBe('2026-11-25T09:05:00.000Z');
  });

  it.each([
    ['Asia/Shanghai', '2026-11-25T15:00:00Z', '2026-11-25T23:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-25T17:00:00Z', '2026-11-26T01:15:00.000Z'],
    ['America/New_York', '2026-11-26T04:00:00Z', '2026-11-26T12:00:00.000Z'],
    ['No/Such_Zone', '2026-11-25T23:00:00Z', '2026-11-26T07:00:00.000Z'],
  ])('reads the clock of %s', (timeZone, now, expected) => {
    expect(end(now, { ...NIGHT, timeZone })).toBe(expected);
  });

  it('is right in the night in which clocks go forward and the one in which they go back', () => {
    const berlin = { ...NIGHT, timeZone: 'Europe/Berlin' };
    // 28 to 29 March 2026: eight hours of sleep instead of nine.
    expect(end('2026-03-28T21:00:00Z', berlin)).toBe('2026-03-29T05:00:00.000Z');
    // 24 to 25 October 2026: ten.
    expect(end('2026-10-24T20:00:00Z', berlin)).toBe('2026-10-25T06:00:00.000Z');
    const lordHowe = { ...NIGHT, timeZone: 'Australia/Lord_Howe' };
    // Half an hour, at 2:00 on 4 October 2026: 22:30 at +10:30, 7:00 at +11.
    expect(end('2026-10-03T12:00:00Z', lordHowe)).toBe('2026-10-03T20:00:00.000Z');
  });

  it('ends with the gap where the end is skipped, and with the second time where it comes twice', () => {
    const end230 = { from: 0, until: 150, timeZone: 'Europe/Berlin' };
    expect(end('2026-03-29T00:00:00Z', end230)).toBe('2026-03-29T01:00:00.000Z');
    // 2:30 summer time is the end; 2:00 winter time is within again, for who asks then.
    expect(end('2026-10-24T23:00:00Z', end230)).toBe('2026-10-25T00:30:00.000Z');
    expect(end('2026-10-25T01:00:00Z', end230)).toBe('2026-10-25T01:30:00.000Z');
  });
});
