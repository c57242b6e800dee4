import path from 'node:path';
import type { Log } from '@dragoman/functions/http/log';
import type { SpeechProvider } from '@dragoman/functions/speech/speech-provider';
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
import { createLocalSpeechProvider, type UsableModels } from './local-speech-provider.ts';
import type { RecognitionAnswer, RecognitionJob } from './worker/messages.ts';

/** Fifty people who send a message each. Each holds its recording, of 10 MiB at most, in memory. */
const QUEUE = { items: 50, itemsOfKey: 4 };
const IDLE_MS = 5 * 60_000;
/**
 * The first recording loads its model from the disk; two minutes of speech take a slow machine a
 * minute.
 */
const LIMITS = { startMs: 20_000, jobMs: 75_000 };

/** The processes that write down recordings. */
export interface LocalSpeechOptions {
  /** The number of worker processes. */
  workers: number;
  /** Bytes of memory above which such a process is replaced. */
  residentBytes: number;
}

/** Speech recognition on this machine: the engine, and what ends its processes. */
export interface LocalSpeech {
  provider: SpeechProvider;
  close(): void;
}

/** Starts no process: the first recording does. */
export function openLocalSpeech(
  models: UsableModels,
  { workers, residentBytes }: LocalSpeechOptions,
  log: Log,
): LocalSpeech {
  const pool = createWorkerPool<RecognitionJob, RecognitionAnswer>(
    {
      workers,
      queue: QUEUE,
      idleMs: IDLE_MS,
      residentBytes,
      errors: engineErrors('speech recognition', log),
    },
    () => startSpeechProcess(LIMITS),
  );
  return { provider: createLocalSpeechProvider(models, pool), close: pool.close };
}

/** Decoded sound and models lie outside of the heap that is bounded here. */
const PROGRAM: WorkerProgram = {
  source: path.join(import.meta.dirname, 'worker/main.ts'),
  built: 'speech-worker',
  heapMb: 128,
  niceness: 19,
};

/**
 * The built program, also when the caller runs from sources: for a test of the build.
 * @param folder absolute path of the application's build
 */
export function builtSpeechWorker(folder: string): WorkerEntry {
  return builtEntry(PROGRAM, folder);
}

/** A process that writes down one recording after the other. */
export function startSpeechProcess(
  limits: ProcessLimits<RecognitionJob>,
  entry: WorkerEntry = workerEntry(PROGRAM),
): WorkerProcess<RecognitionJob, RecognitionAnswer> {
  return startWorkerProcess(entry, limits);
}
