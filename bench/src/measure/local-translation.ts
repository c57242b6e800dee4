import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startTranslationProcess } from '@dragoman/local-engines/translation/local-translation';
import { makeModel } from '@dragoman/local-engines/translation/testing/make-model';
import type { ModelPaths, TranslateJob } from '@dragoman/local-engines/translation/worker/messages';
import { engineErrors } from '@dragoman/local-engines/workers/engine-errors';
import { createWorkerPool, type WorkerPool } from '@dragoman/local-engines/workers/worker-pool';
import type { WorkerProcess } from '@dragoman/local-engines/workers/worker-process';
import type { SampleEvent } from '../load/event.ts';
import type { Line } from '../report.ts';
import { median, percentile } from '../statistics.ts';

/** Twelve words, each one piece of the made vocabulary, as common words are in a published one. */
const SENTENCE = 'We can ship the first order of lamps before the new month';
/** The published base-memory models. */
const SHAPE = { width: 384, inner: 1536, encoders: 6, decoders: 4, heads: 8, pieces: 32_000 };
/** Answers as long as the provider allows, 28 pieces: the slowest case. */
const END = -5;
const PAIRS = { 'en-zh': 'zh', 'zh-en': 'en', 'en-ar': 'ar', 'ar-en': 'en' } as const;
const ROUNDS = 60;
const CALLERS = 16;
const REQUESTS = 300;
type Worker = WorkerProcess<TranslateJob, string>;
const NEVER = new AbortController().signal;
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const LIMITS = { startMs: 30_000, jobMs: 30_000 };
const TURN = { key: 'bench', lane: 'live' } as const;

/**
 * The local provider with random weights in the published shape: time, rate, memory, and
 * what others feel of it.
 */
export async function measureLocalTranslation(url: string, event: SampleEvent): Promise<Line[]> {
  const read = () => readProfile(url, event);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-bench-'));
  const models = Object.entries(PAIRS).map(([id, target]): ModelPaths => {
    const options = { shape: SHAPE, end: END, words: SENTENCE.split(' ') };
    const { sourceVocabulary, targetVocabulary, ...files } = makeModel(
      path.join(folder, id),
      target,
      options,
    );
    return { id, ...files, vocabularies: [sourceVocabulary, targetVocabulary] };
  });
  const first = { text: SENTENCE, models: models.slice(0, 1) };
  const workers: Worker[] = [];
  const spawn = () => {
    const worker = startTranslationProcess(LIMITS);
    workers.push(worker);
    return worker;
  };
  try {
    await times(REQUESTS, read);
    const idle = await times(REQUESTS, read);
    const floor = await directTimes(spawn(), first);
    const one = poolOf(1, spawn);
    await one.run(first, TURN, NEVER);
    const alone = await times(ROUNDS, () => one.run(first, TURN, NEVER));
    for (const model of models) await one.run({ text: SENTENCE, models: [model] }, TURN, NEVER);
    const resident = workers.at(-1)?.residentBytes ?? 0;
    one.close();

    const two = poolOf(2, spawn);
    await Promise.all([1, 2].map(() => two.run(first, TURN, NEVER)));
    let translated = 0;
    const began = performance.now();
    let isOver = false;
    const callers = Array.from({ length: CALLERS }, async () => {
      while (!isOver) {
        await two.run(first, TURN, NEVER);
        translated += 1;
      }
    });
    const busy = await times(REQUESTS, read);
    isOver = true;
    await Promise.all(callers);
    const perSecond = translated / ((performance.now() - began) / 1000);
    two.close();
    return [
      line('a 12-word sentence, one caller, p95', alone, floor),
      {
        what: `sentences a second, two processes, ${CALLERS} callers`,
        product: perSecond.toFixed(1),
        floor: `${(1000 / median(floor)).toFixed(1)} (one process, asked directly)`,
        ratio: (perSecond / (1000 / median(floor))).toFixed(2),
        target: { text: 'at least 8', met: perSecond >= 8 },
      },
      {
        what: 'memory of one process with all four directions',
        product: `${Math.round(resident / 1e6)} MB`,
        floor: '',
        ratio: '',
        target: { text: 'under 900 MB', met: resident < 900e6 },
      },
      {
        what: 'p99 of a REST read while two processes translate without a pause',
        product: `${percentile(busy, 0.99).toFixed(1)} ms`,
        floor: `${percentile(idle, 0.99).toFixed(1)} ms (idle)`,
        ratio: (percentile(busy, 0.99) / percentile(idle, 0.99)).toFixed(2),
        target: { text: 'at most 2', met: percentile(busy, 0.99) <= 2 * percentile(idle, 0.99) },
      },
    ];
  } finally {
    for (const worker of workers) worker.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

function line(what: string, samples: readonly number[], floor: readonly number[]): Line {
  const p95 = percentile(samples, 0.95);
  const bare = percentile(floor, 0.95);
  return {
    what,
    product: `${p95.toFixed(0)} ms`,
    floor: `${bare.toFixed(0)} ms (the process asked directly)`,
    ratio: (p95 / bare).toFixed(2),
    target: { text: 'under 300 ms', met: p95 < 300 },
  };
}

function poolOf(workers: number, spawn: () => Worker): WorkerPool<TranslateJob, string> {
  const queue = { items: 1000, itemsOfKey: 1000 };
  return createWorkerPool(
    { workers, queue, idleMs: 60_000, residentBytes: 4e9, errors: engineErrors('translation', SILENT) },
    spawn,
  );
}

async function directTimes(worker: Worker, job: { text: string; models: ModelPaths[] }): Promise<number[]> {
  await worker.run(job);
  const samples = await times(ROUNDS, () => worker.run(job));
  worker.kill();
  return samples;
}

async function readProfile(url: string, { apiKey, chats }: SampleEvent): Promise<void> {
  const token = chats[0]?.vendor.accessToken ?? '';
  const answer = await fetch(`${url}/rest/v1/sessions?select=id,status&limit=20`, {
    headers: { apikey: apiKey, authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`A read answered with ${answer.status}`);
  await answer.arrayBuffer();
}

async function times(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await work();
    samples.push(performance.now() - began);
  }
  return samples;
}
