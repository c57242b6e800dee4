import { describe, expect, it } from 'vitest';
import { momentIn, zoneOffset } from './meetings.ts';

const at = (iso: string) => Date.parse(iso);

describe('the moment of a date and a clock', () => {
  it.each([
    ['Europe/Berlin', '2026-11-27', '09:30', '2026-11-27T08:30:00Z'],
    ['Europe/Berlin', '2026-07-01', '09:30', '2026-07-01T07:30:00Z'],
    ['Asia/Shanghai', '2026-11-27', '00:10', '2026-11-26T16:10:00Z'],
    ['Asia/Kathmandu', '2026-11-27', '12:00', '2026-11-27T06:15:00Z'],
    ['Pacific/Kiritimati', '2026-11-27', '12:00', '2026-11-26T22:00:00Z'],
    ['America/Los_Angeles', '2026-11-27', '23:59', '2026-11-28T07:59:00Z'],
    ['UTC', '2028-02-29', '00:00', '2028-02-29T00:00:00Z'],
  ])('in %s: %s %s', (zone, date, time, moment) => {
    expect(momentIn(date, time, zone)).toEqual({ kind: 'at', at: at(moment) });
  });

  it('does not exist while the clocks go forward', () => {
    expect(momentIn('2027-03-28', '02:30', 'Europe/Berlin')).toEqual({ kind: 'skipped' });
    expect(momentIn('2027-03-28', '01:59', 'Europe/Berlin').kind).toBe('at');
    expect(momentIn('2027-03-28', '03:00', 'Europe/Berlin')).toEqual({
      kind: 'at',
      at: at('2027-03-28T01:00:00Z'),
    });
  });

  it('comes twice when they go back: the first one is meant', () => {
    expect(momentIn('2026-10-25', '02:30', 'Europe/Berlin')).toEqual({
      kind: 'twice',
      at: at('2026-10-25T00:30:00Z'),
    });
    // By half an hour.
    expect(momentIn('2027-04-04', '01:45', 'Australia/Lord_Howe').kind).toBe('twice');
  });

  it.each([
    ['', '09:30'],
    ['2026-11-27', ''],
    ['2026-02-30', '9:30'],
    ['2026-13-01', '09:30'],
    ['27.11.2026', '09:30'],
  ])('needs both: "%s" "%s"', (date, time) => {
    expect(momentIn(date, time, 'UTC')).toEqual({ kind: 'invalid' });
  });
});

it('knows how far a zone is ahead of UTC', () => {
  const hour = 3_600_000;
  expect(zoneOffset(at('2026-07-01T00:00:00Z'), 'Europe/Berlin')).toBe(2 * hour);
  expect(zoneOffset(at('2026-12-01T00:00:00.999Z'), 'America/New_York')).toBe(-5 * hour);
  expect(() => zoneOffset(0, 'Mars/Base')).toThrow(RangeError);
});
