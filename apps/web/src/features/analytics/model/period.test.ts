import { describe, expect, it } from 'vitest';
import { daysOf, isRunning, paramOf, periodOf } from './period.ts';

const NOON = new Date(2026, 2, 1, 12);

describe('a period', () => {
  it('is read from the address, and is today for an invalid value', () => {
    expect(['week', 'all', '2026-02-28', null, '', '2026-02-30', '2026-2-3', 'x'].map(periodOf)).toEqual([
      'week',
      'all',
      { day: '2026-02-28' },
      'today',
      'today',
      'today',
      'today',
      'today',
    ]);
    expect((['today', 'week', { day: '2026-02-28' }] as const).map(paramOf)).toEqual([
      null,
      'week',
      '2026-02-28',
    ]);
  });

  it('is days of the calendar here', () => {
    const midnight = new Date(2026, 2, 1);
    expect(daysOf('today', midnight)).toEqual({ first: '2026-03-01', last: '2026-03-01' });
    expect(daysOf('yesterday', NOON)).toEqual({ first: '2026-02-28', last: '2026-02-28' });
    expect(daysOf('week', NOON)).toEqual({ first: '2026-02-23', last: '2026-03-01' });
    expect(daysOf('all', NOON)).toEqual({ first: null, last: null });
    expect(daysOf({ day: '2026-01-05' }, NOON)).toEqual({ first: '2026-01-05', last: '2026-01-05' });
  });

  it('runs as long as today is in it', () => {
    expect([null, '2026-03-01', '2026-02-28'].map((last) => isRunning(last, NOON))).toEqual([
      true,
      true,
      false,
    ]);
  });
});
