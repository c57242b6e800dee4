import { MEETING_MAX_TIMES, momentIn, zoneOffset } from '@dragoman/domain/meetings';

/** A proposed time as the form's fields have it. */
export interface TimeDraft {
  /** Tells it from the others while it is edited. */
  key: number;
  /** `2026-11-27` */
  date: string;
  /** `09:30` */
  time: string;
}

/** What is wrong with a proposed time; `same`: another one of the form is the same. */
export type TimeProblem = 'invalid' | 'past' | 'tooFar' | 'skipped' | 'same';

export interface CheckedTime {
  /** In ISO 8601; null with a problem. */
  at: string | null;
  problem: TimeProblem | null;
  /** The clocks go back then: the first of two such times is meant. */
  twice: boolean;
}

const HOUR_MS = 60 * 60_000;
/** The server takes a year, which is longer by a day at times. */
const MOST_AHEAD_MS = 365 * 24 * HOUR_MS;

/**
 * Checks the times of a proposal, each beside its field.
 * @param now milliseconds since 1970
 */
export function checkTimes(drafts: readonly TimeDraft[], timeZone: string, now: number): CheckedTime[] {
  const seen = new Set<number>();
  return drafts.map(({ date, time }) => {
    const moment = momentIn(date, time, timeZone);
    if (moment.kind === 'invalid' || moment.kind === 'skipped') {
      return { at: null, problem: moment.kind, twice: false };
    }
    const { at } = moment;
    const problem = at <= now ? 'past' : at > now + MOST_AHEAD_MS ? 'tooFar' : seen.has(at) ? 'same' : null;
    seen.add(at);
    return { at: problem ? null : new Date(at).toISOString(), problem, twice: moment.kind === 'twice' };
  });
}

/** @returns a time for the form: the next full hour that is half an hour ahead at least */
export function firstTime(timeZone: string, now: number): TimeDraft {
  return draftOf(0, Math.ceil((now + HOUR_MS / 2) / HOUR_MS) * HOUR_MS, timeZone);
}

/** @returns the times with one more, an hour after the last; the same at the limit */
export function withOneMore(drafts: readonly TimeDraft[], timeZone: string, now: number): TimeDraft[] {
  if (drafts.length >= MEETING_MAX_TIMES) return [...drafts];
  const last = drafts[drafts.length - 1];
  const moment = last && momentIn(last.date, last.time, timeZone);
  const key = Math.max(0, ...drafts.map((draft) => draft.key)) + 1;
  const next = moment && 'at' in moment ? moment.at + HOUR_MS : now + HOUR_MS;
  return [...drafts, draftOf(key, next, timeZone)];
}

function draftOf(key: number, at: number, timeZone: string): TimeDraft {
  const local = new Date(at + zoneOffset(at, timeZone)).toISOString();
  return { key, date: local.slice(0, 10), time: local.slice(11, 16) };
}
