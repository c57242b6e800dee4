import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@dragoman/supabase-server/util/logger';

/** While jobs are under way, the queue is looked at this often, for jobs that are due meanwhile. */
const LOOK_AGAIN_MS = 5000;
const MINUTE_MS = 60_000;
/** Minutes before the next attempt at a push or a mail; after the last of them it is given up. */
const RETRY_MINUTES: readonly number[] = [1, 5, 30, 120];
/** Attempts that ended with their process count as well. */
export const MOST_TRIES = RETRY_MINUTES.length + 1;

/**
 * Takes an attempt that failed.
 * @param tries attempts so far, this one included
 * @param record is told the milliseconds until the next attempt; null: the job is given up
 * @param fields for the log
 */
export type Retry = (
  tries: number,
  record: (waitMs: number | null) => Promise<unknown>,
  fields?: object,
) => Promise<unknown>;

/** Jobs that wait in a table. */
export interface JobQueue<Job> {
  /** Jobs that are attempted at once. */
  slots: number;
  /**
   * Claims due jobs with a lease: if the process dies, another one claims them again after it.
   * @param limit slots that are free
   * @param underWay jobs in the other slots
   */
  claim(limit: number, underWay: readonly Job[]): Promise<Job[]>;
  /** Makes one attempt and records how it ended, or calls `retry`. */
  attempt(job: Job, retry: Retry): Promise<unknown>;
  /** Minutes before the next attempt; after the last of them a job is given up. */
  retryMinutes?: readonly number[];
  /** Logs an attempt that failed. */
  onFailure?(fields: object): void;
}

/**
 * Attempts what is due until nothing is left. Each slot takes its next job as soon as it is free, so
 * that a job which takes long holds one slot, and the others go on.
 * @param signal claims no more; ends with the jobs under way
 * @throws the first error of a claim or an attempt, after which it claims no more, once no job is
 * under way
 */
export async function runJobs<Job>(
  { slots, claim, attempt, retryMinutes = RETRY_MINUTES, onFailure }: JobQueue<Job>,
  signal?: AbortSignal,
  lookAgainMs = LOOK_AGAIN_MS,
): Promise<void> {
  const underWay = new Map<Job, Promise<unknown>>();
  const errors: unknown[] = [];
  const fail = (error: unknown) => {
    errors.push(error);
    return [];
  };
  const retry: Retry = (tries, record, fields) => {
    onFailure?.({ tries, ...fields });
    const minutes = retryMinutes[tries - 1];
    return record(minutes === undefined ? null : minutes * MINUTE_MS);
  };
  const start = (job: Job) => {
    const work = Promise.resolve()
      .then(() => attempt(job, retry))
      .catch(fail);
    underWay.set(
      job,
      work.finally(() => underWay.delete(job)),
    );
  };
  for (;;) {
    const busy = [...underWay.keys()];
    const free = slots - busy.length;
    const goesOn = errors.length === 0 && !signal?.aborted;
    const jobs = goesOn && free > 0 ? await claim(free, busy).catch(fail) : [];
    jobs.forEach(start);
    if (underWay.size > 0) await firstOf([...underWay.values()], lookAgainMs);
    // A claim may leave out jobs because of those under way, which may have ended during the claim.
    else if (busy.length === 0) break;
  }
  if (errors.length > 0) throw errors[0];
}

/** Waits for one of the jobs, and for so long at most. */
async function firstOf(jobs: readonly Promise<unknown>[], mostMs: number): Promise<void> {
  const timer = new AbortController();
  const time = delay(mostMs, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([...jobs, time]);
  timer.abort();
}

/** Work that is done again and again. */
export interface Rounds {
  /** Ends the round under way, waits for it, and starts no other. */
  close(): Promise<void>;
}

/**
 * Does work every so often, never two rounds at once, for the first time that long after the start.
 * @param everyMs 0: never
 * @param run one round; it never rejects, and ends soon after the signal
 */
export function startRounds(everyMs: number, run: (signal: AbortSignal) => Promise<unknown>): Rounds {
  if (everyMs === 0) return { close: async () => undefined };
  const stop = new AbortController();
  let round: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    round ??= run(stop.signal).finally(() => {
      round = null;
    });
  }, everyMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      stop.abort();
      await round;
    },
  };
}

/** Does what is due of a feature. Safe at any time and on any number of processes. */
export interface Worker {
  /** One round of each part, one after the other. Failures are logged, never thrown. */
  runOnce(): Promise<void>;
  /**
   * Does rounds until it is closed. No part waits for another: jobs that take long put off the end
   * of theirs.
   * @param everySeconds 0: never, another process does
   */
  start(everySeconds: number): Rounds;
}

/**
 * @param parts of a round
 * @param failure what the log says of a part that has thrown; the next round tries again
 */
export function createWorker(
  log: Pick<Logger, 'warn'>,
  failure: string,
  parts: ReadonlyArray<(signal?: AbortSignal) => Promise<unknown>>,
): Worker {
  const safe = parts.map((part) => async (signal?: AbortSignal) => {
    try {
      await part(signal);
    } catch (error) {
      logError(log, error, failure);
    }
  });
  return {
    async runOnce() {
      for (const part of safe) await part();
    },
    start(everySeconds) {
      const rounds = safe.map((part) => startRounds(everySeconds * 1000, part));
      return {
        async close() {
          await Promise.all(rounds.map((each) => each.close()));
        },
      };
    },
  };
}

/** Logs an error without its message, which may hold words of people. */
export function logError(log: Pick<Logger, 'warn'>, error: unknown, message: string): void {
  const { name, code } = error as { name?: unknown; code?: unknown };
  log.warn({ err: { name, code } }, message);
}
