import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { engineErrors } from './engine-errors.ts';
import type { Order } from './testing/fake-worker.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';
import { startWorkerProcess, workerEntry } from './worker-process.ts';

// Real processes that end as they are told.

const ENTRY = workerEntry({
  source: path.join(import.meta.dirname, 'testing/fake-worker.ts'),
  built: 'none',
  heapMb: 64,
});
const NEVER = new AbortController().signal;
const SLOW = { timeout: 30_000 };
const model = { stage: 'model', id: 'heavy' } as const;
const input = { stage: 'input' } as const;
const job = { stage: 'job' } as const;

const warnings: unknown[] = [];
let pool: WorkerPool<Order, string>;
afterEach(() => {
  pool.close();
  warnings.length = 0;
});

function run(order: Omit<Order, 'models'>, jobMs = 20_000): Promise<string> {
  pool = createWorkerPool<Order, string>(
    {
      workers: 1,
      queue: { items: 10, itemsOfKey: 10 },
      idleMs: 60_000,
      residentBytes: 2 ** 31,
      errors: engineErrors('tests', { info: () => undefined, warn: (fields) => warnings.push(fields) }),
    },
    () => startWorkerProcess(ENTRY, { startMs: 20_000, jobMs }),
  );
  return pool.run({ models: [{ id: 'heavy' }], ...order }, { key: 'a', lane: 'live' }, NEVER);
}

it('answers after it has said what it begins', SLOW, async () => {
  expect(await run({ begins: [input, model, job], does: 'answer' })).toBe('done');
});

describe('a process that ends', () => {
  it.each(['exit', 'abort'] as const)(
    'while loading, twice (%s): the model is refused',
    SLOW,
    async (does) => {
      await expect(run({ begins: [input, model], does })).rejects.toMatchObject({
        name: 'ModelRefusedError',
        id: 'heavy',
      });
      expect(warnings).toHaveLength(2);
    },
  );

  it('while loading, killed from outside: nothing is blamed', SLOW, async () => {
    await expect(run({ begins: [input, model], does: 'be-killed' })).rejects.toMatchObject({
      failure: 'unavailable',
    });
    expect(warnings).toHaveLength(2);
  });

  it('after loading: the model is not blamed', SLOW, async () => {
    await expect(run({ begins: [input, model, job], does: 'abort' })).rejects.toMatchObject({
      failure: 'unavailable',
    });
  });

  it('while reading, twice: the input is refused', SLOW, async () => {
    await expect(run({ begins: [input], does: 'abort' })).rejects.toMatchObject({
      name: 'InputRefusedError',
    });
  });
});

describe('a process that takes too long', () => {
  it.each([
    ['loading', [input, model]],
    ['working', [input, model, job]],
  ])('with %s: a time-out, which blames no model and is not repeated', SLOW, async (_, begins) => {
    await expect(run({ begins, does: 'hang' }, 500)).rejects.toMatchObject({ failure: 'timeout' });
    expect(warnings).toHaveLength(1);
    expect(pool.pids()).toEqual([]);
  });

  it('with reading: the input is refused', SLOW, async () => {
    // The time includes what a busy machine takes until the process has begun.
    await expect(run({ begins: [input], does: 'hang' }, 3_000)).rejects.toMatchObject({
      name: 'InputRefusedError',
    });
    expect(warnings).toHaveLength(1);
  });
});
