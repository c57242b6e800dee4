import type { Log } from '@dragoman/functions/http/log';
import type { SpeechEngine } from '@dragoman/functions/speech/speech-engine';
import type { SpeechRecognitionConfig } from '../config/models.ts';
import { createEnginePool } from '../local-engines/engine-pool.ts';
import { createLocalSpeechEngine, type UsableModels } from './local-speech-engine.ts';
import { startSpeechProcess } from './speech-process.ts';
import type { RecognitionAnswer, RecognitionJob } from './worker/messages.ts';

/** Fifty people who send a message each. Each holds its recording, of 10 MiB at most, in memory. */
const QUEUE = { items: 50, itemsOfKey: 4 };
const IDLE_MS = 5 * 60_000;
/** The first recording loads its model from the disk; two minutes of speech take a slow machine a minute. */
const LIMITS = { startMs: 20_000, jobMs: 75_000 };

/** Speech recognition on this machine: the engine, and what ends its processes. */
export interface LocalSpeech {
  engine: SpeechEngine;
  close(): void;
}

/** Starts no process: the first recording does. */
export function openLocalSpeech(
  models: UsableModels,
  { workers, residentBytes }: SpeechRecognitionConfig,
  log: Log,
): LocalSpeech {
  const pool = createEnginePool<RecognitionJob, RecognitionAnswer>(
    { work: 'speech recognition', workers, queue: QUEUE, idleMs: IDLE_MS, residentBytes, log },
    () => startSpeechProcess(LIMITS),
  );
  return { engine: createLocalSpeechEngine(models, pool), close: pool.close };
}
