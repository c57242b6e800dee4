import type { Log } from '@dragoman/functions/http/log';
import type { SpeechProvider } from '@dragoman/functions/speech/speech-provider';
import { createWorkerPool } from '../workers/worker-pool.ts';
import { createLocalSpeechProvider, type UsableModels } from './local-speech-provider.ts';
import { startSpeechProcess } from './speech-process.ts';
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
    { work: 'speech recognition', workers, queue: QUEUE, idleMs: IDLE_MS, residentBytes, log },
    () => startSpeechProcess(LIMITS),
  );
  return { provider: createLocalSpeechProvider(models, pool), close: pool.close };
}
