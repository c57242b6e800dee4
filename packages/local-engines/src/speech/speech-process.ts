import path from 'node:path';
import {
  builtEntry,
  type ContainedEntry,
  type ContainedProgram,
  containedEntry,
} from '../workers/contained-process.ts';
import { type ProcessLimits, startWorkerProcess, type WorkerProcess } from '../workers/worker-process.ts';
import type { RecognitionAnswer, RecognitionJob } from './worker/messages.ts';

/** Decoded sound and models lie outside of the heap that is bounded here. */
const PROGRAM: ContainedProgram = {
  source: path.join(import.meta.dirname, 'worker/main.ts'),
  built: 'speech-worker',
  heapMb: 128,
  niceness: 19,
};

/**
 * The built program, also when the caller runs from sources: for a test of the build.
 * @param folder absolute path of the application's build
 */
export function builtSpeechWorker(folder: string): ContainedEntry {
  return builtEntry(PROGRAM, folder);
}

/** A process that writes down one recording after the other. */
export function startSpeechProcess(
  limits: ProcessLimits,
  entry: ContainedEntry = containedEntry(PROGRAM),
): WorkerProcess<RecognitionJob, RecognitionAnswer> {
  return startWorkerProcess(entry, limits);
}
