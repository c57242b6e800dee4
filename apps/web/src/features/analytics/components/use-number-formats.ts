import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Analytics } from '@/shared/api/database-types.ts';
import { formatUnit } from '@/shared/format/format-unit.ts';
import { intlLocale } from '@/shared/i18n/intl-locale.ts';
import { changeOf, waitIn } from '../model/figures.ts';

/**
 * Formats numbers, shares, waits and times in the user's language. @param zone time zone of times
 */
export function useNumberFormats(zone: string) {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const locale = intlLocale(i18n.language);
    const number = new Intl.NumberFormat(locale);
    const percent = new Intl.NumberFormat(locale, { style: 'percent' });
    const change = new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero' });
    const moment = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
      return (iso: string) => format.format(new Date(iso));
    };
    // An hour of no day in particular: as UTC, where 24 of them are a day.
    const hour = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: 'numeric' });
    const steps = {
      hour: moment({ hour: 'numeric' }),
      day: moment({ day: 'numeric', month: 'short' }),
      month: moment({ month: 'short', year: 'numeric' }),
    };
    return {
      number: (value: number) => number.format(value),
      percent: (share: number) => percent.format(share),
      /** '+25%'; null where there is nothing to compare with. */
      change: (now: number, before: number) => {
        const by = changeOf(now, before);
        return by === null ? null : change.format(by);
      },
      wait: (seconds: number) => {
        const { value, unit } = waitIn(seconds);
        return formatUnit(value, unit, i18n.language);
      },
      time: moment({ timeStyle: 'short' }),
      date: moment({ dateStyle: 'long' }),
      hourOfDay: (value: number) => hour.format(Date.UTC(2026, 0, 1, value)),
      /** The name of one of the series' steps. */
      step: (unit: Analytics['unit']) => steps[unit],
    };
  }, [i18n.language, zone]);
}

export type NumberFormats = ReturnType<typeof useNumberFormats>;
