import { zoneOffset } from '@dragoman/domain/meetings';
import type { MeetingRow } from '@/entities/meeting/meeting.ts';
import { formatUnit } from '@/shared/format/format-unit.ts';
import { intlLocale } from '@/shared/i18n/intl-locale.ts';

const MINUTE_MS = 60_000;

/** @returns the IANA name of the device's time zone */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/**
 * A meeting's date and time, 'Fri, Nov 27 · 10:00 – 10:30 AM' say.
 * @param timeZone known to the browser
 */
export function meetingTime(at: string, minutes: number, language: string, timeZone: string): string {
  return `${dayText(at, language, timeZone)} · ${clockText(at, minutes, language, timeZone)}`;
}

/**
 * A meeting's time in the zone of its other side, with the date only where it is another one than in
 * the reader's zone.
 */
export function timeElsewhere(
  at: string,
  minutes: number,
  language: string,
  zones: { other: string; own: string },
): string {
  return dayText(at, language, zones.other) === dayText(at, language, zones.own)
    ? clockText(at, minutes, language, zones.other)
    : meetingTime(at, minutes, language, zones.other);
}

/** @returns the date of a moment, 'Fri, Nov 27' say */
export function dayText(at: string, language: string, timeZone: string): string {
  const options = { timeZone, weekday: 'short', day: 'numeric', month: 'short' } as const;
  return new Intl.DateTimeFormat(intlLocale(language), options).format(Date.parse(at));
}

/**
 * @returns a meeting's time from its beginning to its end, '10:00 – 10:30 AM' say; where the clocks
 *   change in between, with the names of both times
 */
export function clockText(at: string, minutes: number, language: string, timeZone: string): string {
  const start = Date.parse(at);
  const end = start + minutes * MINUTE_MS;
  const locale = intlLocale(language);
  const options = { timeZone, hour: 'numeric', minute: '2-digit' } as const;
  if (zoneOffset(start, timeZone) === zoneOffset(end, timeZone)) {
    return new Intl.DateTimeFormat(locale, options).formatRange(start, end);
  }
  const named = new Intl.DateTimeFormat(locale, { ...options, timeZoneName: 'short' });
  return `${named.format(start)} – ${named.format(end)}`;
}

/** @returns the zone's name at that time in the reader's language, 'China Standard Time' say */
export function zoneName(at: string, language: string, timeZone: string): string {
  return nameOf(Date.parse(at), language, timeZone, 'long');
}

/** @returns the zone's name in the reader's language for all times of the year where the browser knows it */
export function generalZoneName(language: string, timeZone: string): string {
  try {
    return nameOf(Date.now(), language, timeZone, 'longGeneric');
  } catch {
    // Chrome knows these names from 95 on.
    return nameOf(Date.now(), language, timeZone, 'long');
  }
}

function nameOf(
  at: number,
  language: string,
  timeZone: string,
  timeZoneName: 'long' | 'longGeneric',
): string {
  const format = new Intl.DateTimeFormat(intlLocale(language), { timeZone, timeZoneName });
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/**
 * @param zone the reader's
 * @returns the zones of the meeting's two sides in which the clock shows another time then; one of
 *   several that show the same. Zones that this browser does not know are left out.
 */
export function otherZones(
  { proposer_zone, accepter_zone }: Pick<MeetingRow, 'proposer_zone' | 'accepter_zone'>,
  at: string,
  zone: string,
): string[] {
  const time = Date.parse(at);
  const seen = new Set([zoneOffset(time, zone)]);
  return [proposer_zone, accepter_zone].filter((each): each is string => {
    if (each === null) return false;
    try {
      const offset = zoneOffset(time, each);
      if (seen.has(offset)) return false;
      seen.add(offset);
      return true;
    } catch {
      return false;
    }
  });
}

/** A length of time, '30 minutes' say. */
export function minutesText(minutes: number, language: string): string {
  return formatUnit(minutes, 'minute', language, { unitDisplay: 'long' });
}
