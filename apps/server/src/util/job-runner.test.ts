import { describe, expect, it } from 'vitest';
import { createWorker, type JobQueue, MOST_TRIES, runJobs } from './job-runner.ts';

/** A promise that a test keeps. */
function held() {
  let release = () => {};
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { promise, release };
}

/** Claims from a list. */
const takeFrom = (waiting: string[]) => async (limit: number) => waiting.splice(0, limit);

it('goes on in the other slots while one job is held', async () => {
  const slow = held();
  const done: string[] = [];
  let most = 0;
  let now = 0;
  await runJobs({
    slots: 2,
    claim: takeFrom(['slow', 'a', 'b', 'c']),
    async attempt(job) {
      now += 1;
      most = Math.max(most, now);
      if (job === 'slow') await slow.promise;
      done.push(job);
      now -= 1;
      if (job === 'c') slow.release();
    },
  });
  expect(done).toEqual(['a', 'b', 'c', 'slow']);
  expect(most).toBe(2);
});

it('says which jobs are under way, and takes one that is due only later', async () => {
  const slow = held();
  const waiting = ['slow'];
  const looks: string[][] = [];
  await runJobs<string>(
    {
      slots: 2,
      async claim(limit, underWay) {
        looks.push([...underWay]);
        if (looks.length === 3) waiting.push('later');
        return waiting.splice(0, limit);
      },
      attempt: async (job) => (job === 'slow' ? slow.promise : slow.release()),
    },
    undefined,
    1,
  );
  expect(looks.slice(0, 3)).toEqual([[], ['slow'], ['slow']]);
  expect(waiting).toEqual([]);
});

it('claims again what a claim left out because of a job that ended meanwhile', async () => {
  const first = held();
  const waiting = ['second of Mei'];
  const done: string[] = [];
  await runJobs<string>(
    {
      slots: 2,
      async claim(_limit, underWay) {
        if (done.length === 0 && underWay.length === 0) return ['first of Mei'];
        if (underWay.length === 0) return waiting.splice(0);
        first.release();
        await new Promise(setImmediate);
        return [];
      },
      async attempt(job) {
        if (job === 'first of Mei') await first.promise;
        done.push(job);
      },
    },
    undefined,
    1,
  );
  expect(done).toEqual(['first of Mei', 'second of Mei']);
});

it('claims no more after an error or the signal, and waits for the jobs under way', async () => {
  for (const ends of ['error', 'signal'] as const) {
    const stop = new AbortController();
    const slow = held();
    const waiting = ['slow', 'last', 'never'];
    const done: string[] = [];
    const work = runJobs(
      {
        slots: 2,
        claim: takeFrom(waiting),
        async attempt(job) {
          if (job === 'slow') await slow.promise;
          done.push(job);
          if (job !== 'last') return;
          setImmediate(slow.release);
          if (ends === 'error') throw new Error('failed');
          stop.abort();
        },
      },
      stop.signal,
    );
    if (ends === 'error') await expect(work).rejects.toThrow('failed');
    else await work;
    expect([done, waiting]).toEqual([['last', 'slow'], ['never']]);
  }
});

it('passes on the error of a claim', async () => {
  const queue: JobQueue<string> = {
    slots: 2,
    claim: () => Promise.reject(new Error('no database')),
    attempt: async () => {},
  };
  await expect(runJobs(queue)).rejects.toThrow('no database');
});

it('pauses longer after each attempt that failed, and gives a job up after the last', async () => {
  const waits: unknown[] = [];
  const logged: object[] = [];
  const queue = (retryMinutes?: readonly number[]): JobQueue<number> => {
    const tries = [1, 2, 3, 4, 5];
    return {
      slots: 1,
      claim: async (limit) => tries.splice(0, limit),
      attempt: (job, retry) => retry(job, async (waitMs) => waits.push(waitMs), { channel: 'push' }),
      onFailure: (fields) => logged.push(fields),
      ...(retryMinutes && { retryMinutes }),
    };
  };
  await runJobs(queue());
  expect(waits).toEqual([60_000, 300_000, 1_800_000, 7_200_000, null]);
  expect(MOST_TRIES).toBe(5);
  expect(logged[1]).toEqual({ tries: 2, channel: 'push' });
  waits.length = 0;
  await runJobs(queue([1, 2]));
  expect(waits).toEqual([60_000, 120_000, null, null, null]);
});

describe('a worker', () => {
  /** A worker of which one part fails, one is held and one counts its rounds. */
  function worker() {
    const lines: unknown[] = [];
    const log = { warn: (...line: unknown[]) => lines.push(line) };
    const slow = held();
    const counted = { slow: 0, quick: 0 };
    const made = createWorker(log, 'a round failed', [
      () => Promise.reject(Object.assign(new Error('words of a person'), { code: '40001' })),
      async (signal) => {
        counted.slow += 1;
        if (signal) await slow.promise;
      },
      async () => {
        counted.quick += 1;
      },
    ]);
    return { made, lines, slow, counted };
  }

  it('does each part once in a round, and logs a failure without its message', async () => {
    const { made, lines, counted } = worker();
    await made.runOnce();
    expect(counted).toEqual({ slow: 1, quick: 1 });
    expect(lines).toEqual([[{ err: { name: 'Error', code: '40001' } }, 'a round failed']]);
  });

  it('lets no part wait for another, and waits for the rounds under way when it is closed', async () => {
    const { made, slow, counted } = worker();
    const rounds = made.start(0.001);
    await expect.poll(() => counted.quick).toBeGreaterThan(2);
    expect(counted.slow).toBe(1);
    let closed = false;
    const closing = rounds.close().then(() => {
      closed = true;
    });
    await new Promise(setImmediate);
    expect(closed).toBe(false);
    slow.release();
    await closing;
    expect(counted.slow).toBe(1);
  });
});
