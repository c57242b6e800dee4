import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Language } from '@dragoman/domain/languages';
import type { Turn } from '@dragoman/functions/providers/provider';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { engineErrors } from '../workers/engine-errors.ts';
import { ModelRefusedError } from '../workers/worker-errors.ts';
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from '../workers/worker-pool.ts';
import { startTranslationProcess } from './local-translation.ts';
import { makeModel } from './testing/make-model.ts';
import type { ModelPaths, TranslateJob } from './worker/messages.ts';

// The real engine in real processes, on models with random weights: nothing here is about the
// quality of a translation.

const warnings: Record<string, unknown>[] = [];
const OPTIONS: WorkerPoolOptions<TranslateJob> = {
  workers: 2,
  queue: { items: 200, itemsOfKey: 100 },
  idleMs: 60_000,
  residentBytes: 2 ** 31,
  errors: engineErrors('translation', { info: () => undefined, warn: (fields) => warnings.push(fields) }),
};
const LIMITS = { startMs: 30_000, jobMs: 30_000 };
const NEVER = new AbortController().signal;
setMaxListeners(0, NEVER);
const turn = (key = 'chat'): Turn => ({ key, lane: 'live' });

let folder: string;
let models: Record<string, ModelPaths>;
let pool: WorkerPool<TranslateJob, string>;

function madeModel(id: string, target: Language): ModelPaths {
  const files = makeModel(path.join(folder, id), target);
  return {
    id,
    model: files.model,
    shortlist: files.shortlist,
    vocabularies: [files.sourceVocabulary, files.targetVocabulary],
  };
}

function poolOf(
  options: Partial<WorkerPoolOptions<TranslateJob>> = {},
  limits: Partial<typeof LIMITS> = {},
): WorkerPool<TranslateJob, string> {
  pool = createWorkerPool({ ...OPTIONS, ...options }, () =>
    startTranslationProcess({ ...LIMITS, ...limits }),
  );
  return pool;
}

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-models-'));
  models = {
    'en-zh': madeModel('en-zh', 'zh'),
    'ar-en': madeModel('ar-en', 'en'),
    'en-ar': madeModel('en-ar', 'ar'),
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  pool.close();
  warnings.length = 0;
});

const to = (...ids: string[]) => ids.map((id) => models[id] as ModelPaths);

it('translates directly and through English, and ends when it has been idle', {
  timeout: 60_000,
}, async () => {
  poolOf({ workers: 1, idleMs: 50 });
  expect(pool.pids()).toEqual([]);
  expect(await pool.run({ text: 'Hello', models: to('en-zh') }, turn(), NEVER)).toMatch(/\p{Script=Han}/u);
  expect(await pool.run({ text: 'سعر', models: to('ar-en', 'en-zh') }, turn(), NEVER)).toBeTypeOf('string');
  await vi.waitFor(() => expect(pool.pids()).toEqual([]), { timeout: 10_000 });
});

it('fifty people at once on two processes: each gets an answer', { timeout: 60_000 }, async () => {
  poolOf();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, person) =>
      pool.run(
        { text: `Message ${person}`, models: to(person % 2 ? 'en-zh' : 'en-ar') },
        turn(`${person}`),
        NEVER,
      ),
    ),
  );
  expect(answers).toHaveLength(50);
  expect(pool.pids()).toHaveLength(2);
});

it('a process that is killed is replaced, and the sentence is translated once more', {
  timeout: 60_000,
}, async () => {
  poolOf({ workers: 1 });
  await pool.run({ text: 'Hello', models: to('en-zh') }, turn(), NEVER);
  const [first] = pool.pids();
  const answer = pool.run({ text: 'Hello again '.repeat(20), models: to('en-zh') }, turn(), NEVER);
  process.kill(first as number, 'SIGKILL');
  expect(await answer).toBeTypeOf('string');
  expect(pool.pids()).not.toContain(first);
});

it('a sentence that takes too long is given up', { timeout: 60_000 }, async () => {
  poolOf({ workers: 1 }, { jobMs: 1 });
  await expect(pool.run({ text: 'Hello', models: to('en-zh') }, turn(), NEVER)).rejects.toMatchObject({
    failure: 'timeout',
  });
});

it('a process that has grown makes way for another', { timeout: 60_000 }, async () => {
  poolOf({ workers: 1, residentBytes: 1 });
  const job = { text: 'Hello', models: to('en-zh') };
  await pool.run(job, turn(), NEVER);
  await vi.waitFor(() => expect(pool.pids()).toEqual([]), 10_000);
  expect(await pool.run(job, turn(), NEVER)).toBeTypeOf('string');
});

it('names a model that the engine cannot load', { timeout: 60_000 }, async () => {
  poolOf({ workers: 1 });
  const damaged = path.join(folder, 'damaged.bin');
  writeFileSync(damaged, Buffer.alloc(10_000, 7));
  const like = models['en-zh'] as ModelPaths;
  const refused: [ModelPaths, RegExp][] = [
    [{ ...like, id: 'broken', model: damaged }, /file versions do not match/],
    [{ ...like, id: 'missing', model: path.join(folder, 'none.bin') }, /ENOENT/],
  ];
  for (const [model, reason] of refused) {
    const answer = pool.run({ text: 'Hello', models: [model] }, turn(), NEVER);
    await expect(answer).rejects.toThrow(ModelRefusedError);
    await expect(answer).rejects.toMatchObject({ id: model.id, reason: expect.stringMatching(reason) });
  }
  expect(await pool.run({ text: 'Hello', models: to('en-zh') }, turn(), NEVER)).toBeTypeOf('string');
});

it('a model that needs more memory than the engine has is tried again alone, then refused', {
  timeout: 60_000,
}, async () => {
  poolOf({ workers: 1 });
  // The header of a Marian binary: the version, and so many items that their table alone is larger
  // than the address space.
  const header = Buffer.from(BigUint64Array.of(1n, 40_000_000n).buffer);
  const model = path.join(folder, 'huge.bin');
  writeFileSync(model, Buffer.concat([header, Buffer.alloc(4096)]));
  const huge = { ...(models['en-zh'] as ModelPaths), id: 'huge', model };
  await expect(pool.run({ text: 'Hello', models: [huge] }, turn(), NEVER)).rejects.toMatchObject({
    name: 'ModelRefusedError',
    id: 'huge',
  });
  expect(warnings).toEqual(
    [1, 2].map((attempt) => ({
      work: 'translation',
      models: ['huge'],
      attempt,
      reason: 'The engine has no more memory',
    })),
  );
});

it('refuses what is over its bounds, and forgets callers who left', { timeout: 60_000 }, async () => {
  poolOf({ workers: 1, queue: { items: 2, itemsOfKey: 2 } });
  const job = { text: 'Hello', models: to('en-zh') };
  const left = new AbortController();
  const running = pool.run(job, turn(), NEVER);
  const waiting = pool.run(job, turn(), NEVER);
  const leaving = pool.run(job, turn(), left.signal);
  await expect(pool.run(job, turn(), NEVER)).rejects.toMatchObject({ failure: 'busy' });
  left.abort();
  await expect(leaving).rejects.toMatchObject({ failure: 'timeout' });
  expect(await Promise.all([running, waiting])).toHaveLength(2);
});

it('refuses those who wait when it closes', { timeout: 60_000 }, async () => {
  poolOf({ workers: 1 });
  const job = { text: 'Hello', models: to('en-zh') };
  const answers = Promise.allSettled(['a', 'b'].map((key) => pool.run(job, turn(key), NEVER)));
  pool.close();
  for (const answer of await answers) {
    expect(answer).toMatchObject({ status: 'rejected', reason: { failure: 'unavailable' } });
  }
});
