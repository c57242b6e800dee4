/** Bounds of a proposal, as the database has them (supabase/schemas/26_meetings.sql). */
export const MEETING_MAX_TIMES = 3;
export const MEETING_MINUTES = [15, 30, 60] as const;
export const MEETING_MAX_PLACE = 120;
export const MEETING_MAX_NOTE = 500;

export type MeetingMinutes = (typeof MEETING_MINUTES)[number];

const DAY_MS = 24 * 60 * 60_000;

/**
 * A moment that a person has named by date and clock.
 * - `at`: the moment, in milliseconds since 1970
 * - `twice`: the clocks go back, and the time comes twice; `at` is the first one
 * - `skipped`: the clocks go forward over the time, and it does not exist
 * - `invalid`: no date or no time
 */
export type NamedMoment = { kind: 'at' | 'twice'; at: number } | { kind: 'skipped' } | { kind: 'invalid' };

/**
 * Finds the moment of a local date and time, as the fields of a form have them.
 * @param date `2026-11-27`
 * @param time `09:30`
 * @param timeZone a name of the IANA database @throws {RangeError} for an unknown one
 */
export function momentIn(date: string, time: string, timeZone: string): NamedMoment {
  const wanted = Date.parse(`${date}T${time}Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d\d:\d\d$/.test(time) || Number.isNaN(wanted)) {
    return { kind: 'invalid' };
  }
  // The offsets of the day before and after include those before and after a change of the clocks.
  const offsets = new Set([-DAY_MS, DAY_MS].map((shift) => zoneOffset(wanted + shift, timeZone)));
  const found = [...offsets]
    .map((offset) => wanted - offset)
    .filter((at) => at + zoneOffset(at, timeZone) === wanted)
    .sort((a, b) => a - b);
  const [first] = found;
  if (first === undefined) return { kind: 'skipped' };
  return { kind: found.length > 1 ? 'twice' : 'at', at: first };
}

/**
 * @param at milliseconds since 1970
 * @returns how far the zone's clocks are ahead of UTC then, in milliseconds
 * @throws {RangeError} for an unknown zone
 */
export function zoneOffset(at: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(at);
  const value = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  );
  return local - Math.floor(at / 1000) * 1000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}
