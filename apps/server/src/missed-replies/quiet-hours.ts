/** When a person wants no push and no mail. */
export interface QuietHours {
  /** Minutes since midnight, 0 to 1439; the range may cross midnight. */
  from: number;
  until: number;
  /** A name of the IANA database. An unknown one is read as UTC. */
  timeZone: string;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/**
 * Clocks are changed at full quarters of an hour of UTC, so within a quarter local time runs evenly.
 */
const QUARTER_MS = 15 * MINUTE_MS;
const KEPT_FORMATS = 500;

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * @param now milliseconds since 1970
 * @returns the first moment from `now` on, in milliseconds, that is not within the quiet hours:
 * `now` itself outside of them. Right across a change of the clocks.
 */
export function endOfQuiet(now: number, { from, until, timeZone }: QuietHours): number {
  const format = formatOf(timeZone);
  let at = now;
  for (let local = localMinute(at, format); isWithin(local, from, until); local = localMinute(at, format)) {
    const minuteStart = Math.floor(at / MINUTE_MS) * MINUTE_MS;
    const left = ((until - local + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS;
    const nextQuarter = (Math.floor(at / QUARTER_MS) + 1) * QUARTER_MS;
    at = Math.min(minuteStart + left, nextQuarter);
  }
  return at;
}

function isWithin(minute: number, from: number, until: number): boolean {
  return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}

function localMinute(at: number, format: Intl.DateTimeFormat): number {
  const parts = format.formatToParts(at);
  const value = (type: 'hour' | 'minute') => Number(parts.find((part) => part.type === type)?.value);
  return value('hour') * 60 + value('minute');
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size >= KEPT_FORMATS) formats.clear();
  const made = makeFormat(timeZone) ?? (makeFormat('UTC') as Intl.DateTimeFormat);
  formats.set(timeZone, made);
  return made;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  } catch {
    return null;
  }
}
