import os from 'node:os';
import path from 'node:path';
import type { Log } from '@dragoman/functions/http/log';
import type { TranslationProvider } from '@dragoman/functions/translate/translation-provider';
import { engineErrors } from '../workers/engine-errors.ts';
import { createWorkerPool } from '../workers/worker-pool.ts';
import {
  builtEntry,
  type ProcessLimits,
  startWorkerProcess,
  type WorkerEntry,
  type WorkerProcess,
  type WorkerProgram,
  workerEntry,
} from '../workers/worker-process.ts';
import { createLocalProvider, type UsableModels } from './local-provider.ts';
import type { TranslateJob } from './worker/messages.ts';

/** 50 people who send a long message each, and a bound for those who send more. */
const QUEUE = { items: 5000, itemsOfKey: 1000 };
const IDLE_MS = 5 * 60_000;
/** The first sentence of a direction loads its models from the disk. */
const LIMITS = { startMs: 20_000, jobMs: 15_000 };
const MOST_WORKERS = 2;
/**
 * A process takes about 1.1 GB with two models: a second one needs a machine that has room for it.
 */
const ROOMY_BYTES = 6 * 1024 ** 3;

/** The processes that translate. */
export interface LocalTranslationOptions {
  /** Processes that translate at the same time; null: two, or one on a machine with one core. */
  workers: number | null;
  /** Bytes of memory above which such a process is replaced. */
  residentBytes: number;
}

/** Translation on this machine: the engine, and what ends its processes. */
export interface LocalTranslation {
  provider: TranslationProvider;
  close(): void;
}

/** Starts no process: the first sentence does. */
export function openLocalTranslation(
  models: UsableModels,
  config: LocalTranslationOptions,
  log: Log,
): LocalTranslation {
  const workers =
    config.workers ?? (os.totalmem() < ROOMY_BYTES ? 1 : Math.min(MOST_WORKERS, os.availableParallelism()));
  const pool = createWorkerPool<TranslateJob, string>(
    {
      workers,
      queue: QUEUE,
      idleMs: IDLE_MS,
      residentBytes: config.residentBytes,
      errors: engineErrors('translation', log),
    },
    () => startTranslationProcess(LIMITS),
  );
  return { provider: createLocalProvider(models, pool), close: pool.close };
}

/** The memory of the engine and its models lies outside of the heap that is bounded here. */
const PROGRAM: WorkerProgram = {
  source: path.join(import.meta.dirname, 'worker/main.ts'),
  built: 'translation-worker',
  heapMb: 128,
  niceness: 19,
};

/**
 * The built program, also when the caller runs from sources: for a test of the build.
 * @param folder absolute path of the application's build
 */
export function builtTranslationWorker(folder: string): WorkerEntry {
  return builtEntry(PROGRAM, folder);
}

/** A process that translates one sentence after the other. */
export function startTranslationProcess(
  limits: ProcessLimits<TranslateJob>,
  entry: WorkerEntry = workerEntry(PROGRAM),
): WorkerProcess<TranslateJob, string> {
  return startWorkerProcess(entry, limits);
}
