import { setMaxListeners } from 'node:events';
import type { Turn } from '@dragoman/functions/providers/provider';
import { afterEach, describe, expect, it } from 'vitest';
import { engineErrors } from './engine-errors.ts';
import {
  InputRefusedError,
  ModelRefusedError,
  WorkerGoneError,
  WorkerMemoryError,
  WorkerTimeoutError,
} from './worker-errors.ts';
import {
  createWorkerPool,
  type PoolProcess,
  type WorkerPool,
  type WorkerPoolOptions,
} from './worker-pool.ts';

// Processes that follow a script. translation-pool.long.test.ts and local-speech.long.test.ts run real
// ones.

interface Job {
  text: string;
  models: { id: string }[];
}

const warnings: Record<string, unknown>[] = [];
const OPTIONS: WorkerPoolOptions<Job> = {
  workers: 1,
  queue: { items: 200, itemsOfKey: 100 },
  idleMs: 60_000,
  residentBytes: 2 ** 31,
  errors: engineErrors('tests', { info: () => undefined, warn: (fields) => warnings.push(fields) }),
};
const NEVER = new AbortController().signal;
setMaxListeners(0, NEVER);
const turn = (key = 'chat'): Turn => ({ key, lane: 'live' });
const to = (...ids: string[]) => ids.map((id) => ({ id }));
const HELLO: Job = { text: 'Hello', models: to('en-zh') };

let pool: WorkerPool<Job, string>;
afterEach(() => {
  pool.close();
  warnings.length = 0;
});

/** @returns the texts in the order in which processes were asked for them */
function scripted(
  answer: (text: string, process: number) => Promise<string>,
  options: Partial<WorkerPoolOptions<Job>> = {},
): string[] {
  const order: string[] = [];
  let started = 0;
  const spawn = (): PoolProcess<Job, string> => {
    const number = ++started;
    return {
      pid: number,
      ended: false,
      residentBytes: 0,
      kill: () => undefined,
      run({ text }) {
        order.push(text);
        return answer(text, number);
      },
    };
  };
  pool = createWorkerPool({ ...OPTIONS, ...options }, spawn);
  return order;
}

it('a process without memory makes way for one that loads only what the job needs', async () => {
  scripted(async (text, process) => {
    if (process === 1) throw new WorkerMemoryError('en-zh');
    return text;
  });
  expect(await pool.run(HELLO, turn(), NEVER)).toBe('Hello');
  expect(warnings).toEqual([
    { work: 'tests', models: ['en-zh'], attempt: 1, reason: 'The engine has no more memory' },
  ]);
  expect(JSON.stringify(warnings)).not.toContain('Hello');
});

it('live messages go before batches, and of fifty people at once no one loses a job', async () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let asked = 0;
  const order = scripted(
    async (text, process) => {
      await opened;
      // Every tenth job ends its process; the next process runs it.
      if (++asked % 10 === 0) throw new WorkerGoneError(`process ${process} ended`);
      return `<${text}>`;
    },
    { workers: 2 },
  );
  const ask = (lane: Turn['lane'], person: number) =>
    pool.run({ text: `${lane} ${person}`, models: to('en-zh') }, { key: `${person}`, lane }, NEVER);
  const people = Array.from({ length: 50 }, (_, person) => person);
  const batches = people.map((person) => ask('batch', person));
  const live = people.map((person) => ask('live', person));
  open();
  expect(await Promise.all(live)).toEqual(people.map((person) => `<live ${person}>`));
  expect(await Promise.all(batches)).toEqual(people.map((person) => `<batch ${person}>`));
  // Two batches had begun before the first live message came.
  const lanes = order.map((text) => text.split(' ')[0]);
  expect(lanes.lastIndexOf('live')).toBeLessThan(lanes.indexOf('batch', lanes.indexOf('live')));
});

it('refuses every job that waits for a model which cannot be loaded', async () => {
  const order = scripted(async (text) => {
    if (text === 'broken') throw new ModelRefusedError('en-ar', 'Unknown model type');
    return text;
  });
  const ask = (text: string, model: string) => pool.run({ text, models: to(model) }, turn(text), NEVER);
  const answers = await Promise.allSettled([
    ask('broken', 'en-ar'),
    ask('waiting', 'en-ar'),
    ask('other', 'en-zh'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(order).toEqual(['broken', 'other']);
});

it('says when a turn has come, and refuses a caller who left before', async () => {
  let finish: (answer: string) => void = () => undefined;
  scripted(
    () =>
      new Promise<string>((resolve) => {
        finish = resolve;
      }),
  );
  const begun: string[] = [];
  const left = new AbortController();
  const running = pool.run(HELLO, turn(), NEVER, () => begun.push('first'));
  const leaving = pool.run(HELLO, turn(), left.signal, () => begun.push('second'));
  left.abort();
  await expect(leaving).rejects.toMatchObject({ failure: 'timeout' });
  finish('done');
  expect(await running).toBe('done');
  expect(begun).toEqual(['first']);
});

describe('a process that has done its jobs', () => {
  /** @returns how many were started, of which only the first `most` can be */
  function counted(most: number): () => number {
    let started = 0;
    pool = createWorkerPool<Job, string>(
      { ...OPTIONS, queue: { items: 0, itemsOfKey: 0 }, jobsOfProcess: 1, startsAhead: true },
      () => {
        started += 1;
        if (started > most) throw new Error('no more processes');
        return {
          pid: started,
          ended: false,
          residentBytes: 0,
          kill: () => undefined,
          run: async ({ text }) => text,
        };
      },
    );
    return () => started;
  }

  it('is replaced before the next job comes', async () => {
    const started = counted(10);
    for (const pid of [2, 3]) {
      expect(await pool.run(HELLO)).toBe('Hello');
      expect(pool.pids()).toEqual([pid]);
    }
    expect(started()).toBe(3);
  });

  it('and cannot be replaced then, takes no answer with it', async () => {
    const started = counted(1);
    expect(await pool.run(HELLO)).toBe('Hello');
    expect(pool.pids()).toEqual([]);
    await expect(pool.run(HELLO)).rejects.toMatchObject({ failure: 'unavailable' });
    expect(started()).toBe(3);
  });
});

describe('what ended the processes', () => {
  const model = { stage: 'model', id: 'en-zh' } as const;
  const input = { stage: 'input' } as const;
  const gone = (blames: WorkerGoneError['blames']) => new WorkerGoneError('ended', blames);
  const late = (blames: WorkerGoneError['blames']) => new WorkerTimeoutError('late', blames);
  const unavailable = { failure: 'unavailable' };

  it.each<[string, WorkerGoneError[], object]>([
    ['the same model twice', [gone(model), gone(model)], { name: 'ModelRefusedError', id: 'en-zh' }],
    ['a model, then anything else', [gone(model), gone(null)], unavailable],
    ['one model, then another', [gone({ ...model, id: 'ar-en' }), gone(model)], unavailable],
    ['the input twice', [gone(input), gone(input)], { name: 'InputRefusedError' }],
    ['the input, which took all of the time', [late(input)], { name: 'InputRefusedError' }],
    ['an input, then a model', [gone(input), gone(model)], unavailable],
    ['nothing that is known', [gone(null), gone(null)], unavailable],
    ['the time limit', [late(null)], { failure: 'timeout' }],
  ])('%s', async (_, errors, expected) => {
    const order = scripted((_text, process) => Promise.reject(errors[process - 1]));
    await expect(pool.run(HELLO, turn(), NEVER)).rejects.toMatchObject(expected);
    expect(order).toHaveLength(errors.length);
    expect(warnings).toHaveLength(errors.length);
  });

  it('an input that ends processes takes no other job with it', async () => {
    scripted(async (text) => {
      if (text === 'hostile') throw gone(input);
      return text;
    });
    const hostile = pool.run({ ...HELLO, text: 'hostile' }, turn('a'), NEVER);
    const other = pool.run(HELLO, turn('b'), NEVER);
    await expect(hostile).rejects.toThrow(InputRefusedError);
    expect(await other).toBe('Hello');
  });
});
