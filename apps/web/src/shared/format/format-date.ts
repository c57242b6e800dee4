import { spacedDigits } from '../i18n/han-spacing.ts';
import { intlLocale } from '../i18n/intl-locale.ts';
import { formatUnit } from './format-unit.ts';

/** A long date and time in the reader's language, '21 November 2026 at 09:18' say. */
export function formatDateTime(iso: string, language: string): string {
  return format(iso, language, { dateStyle: 'long', timeStyle: 'short' });
}

/** A date in little space, 'Nov 21, 2026' say. */
export function formatShortDate(iso: string, language: string): string {
  return format(iso, language, { dateStyle: 'medium' });
}

/** A date alone, in the reader's language. */
export function formatDate(iso: string, language: string): string {
  return format(iso, language, { dateStyle: 'long' });
}

function format(iso: string, language: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return formatOf(language, options).format(date);
}

/** Kept, as making one takes longer than all that it formats on a page. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(intlLocale(language), options);
  formats.set(key, made);
  return made;
}

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_HOURS = 24;

/**
 * The time since a moment in the reader's language: '5 minutes ago', 'yesterday'.
 * @param now milliseconds since the epoch
 */
export function formatAgo(iso: string, language: string, now: number): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return '';
  const relative = new Intl.RelativeTimeFormat(intlLocale(language), { numeric: 'auto' });
  // A clock that runs ahead of the server's must not speak of the future.
  const minutes = Math.max(0, Math.round((now - time) / MINUTE_MS));
  const hours = Math.round(minutes / HOUR_MINUTES);
  const ago =
    minutes < HOUR_MINUTES
      ? relative.format(-minutes, 'minute')
      : hours < DAY_HOURS
        ? relative.format(-hours, 'hour')
        : relative.format(-Math.round(hours / DAY_HOURS), 'day');
  return spacedDigits(ago, language);
}

/**
 * The time that something has been going on, in the reader's language: '12 minutes', '3 hours'.
 * Never less than a minute.
 * @param now milliseconds since the epoch
 */
export function formatElapsed(iso: string, language: string, now: number): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return '';
  const minutes = Math.max(1, Math.round((now - time) / MINUTE_MS));
  const hours = Math.round(minutes / HOUR_MINUTES);
  const [count, unit] =
    minutes < HOUR_MINUTES
      ? [minutes, 'minute']
      : hours < DAY_HOURS
        ? [hours, 'hour']
        : [Math.round(hours / DAY_HOURS), 'day'];
  return formatUnit(count, unit, language, { unitDisplay: 'long' });
}
