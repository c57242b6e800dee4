import { expect, it } from 'vitest';
import { workOff } from './work-off.ts';

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
  await workOff({
    slots: 2,
    claim: takeFrom(['slow', 'a', 'b', 'c']),
    async handle(job) {
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
  await workOff<string>(
    {
      slots: 2,
      async claim(limit, underWay) {
        looks.push([...underWay]);
        if (looks.length === 3) waiting.push('later');
        return waiting.splice(0, limit);
      },
      handle: async (job) => (job === 'slow' ? slow.promise : slow.release()),
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
  await workOff<string>(
    {
      slots: 2,
      async claim(_limit, underWay) {
        if (done.length === 0 && underWay.length === 0) return ['first of Mei'];
        if (underWay.length === 0) return waiting.splice(0);
        first.release();
        await new Promise(setImmediate);
        return [];
      },
      async handle(job) {
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
    const work = workOff(
      {
        slots: 2,
        claim: takeFrom(waiting),
        async handle(job) {
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
  const queue = { slots: 2, claim: () => Promise.reject(new Error('no database')), handle: async () => {} };
  await expect(workOff(queue)).rejects.toThrow('no database');
});
