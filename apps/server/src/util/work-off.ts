import { setTimeout as delay } from 'node:timers/promises';

/** While jobs are under way, the queue is looked at this often, for jobs that are due meanwhile. */
const LOOK_AGAIN_MS = 5000;

/** Jobs that wait in the database. */
export interface JobQueue<Job> {
  /** Jobs that are handled at once. */
  slots: number;
  /**
   * Claims due jobs.
   * @param limit slots that are free
   * @param underWay jobs in the other slots
   */
  claim(limit: number, underWay: readonly Job[]): Promise<Job[]>;
  handle(job: Job): Promise<unknown>;
}

/**
 * Handles what is due until nothing is left. Each slot takes its next job as soon as it is free, so
 * that a job which takes long holds one slot, and the others go on.
 * @param signal claims no more; ends with the jobs under way
 * @throws the first error of a claim or a job, after which it claims no more, once no job is under
 * way
 */
export async function workOff<Job>(
  { slots, claim, handle }: JobQueue<Job>,
  signal?: AbortSignal,
  lookAgainMs = LOOK_AGAIN_MS,
): Promise<void> {
  const underWay = new Map<Job, Promise<unknown>>();
  const errors: unknown[] = [];
  const fail = (error: unknown) => {
    errors.push(error);
    return [];
  };
  const start = (job: Job) => {
    const work = Promise.resolve(job).then(handle).catch(fail);
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
