import path from 'node:path';
import {
  builtEntry,
  type ContainedEntry,
  type ContainedProgram,
  containedEntry,
} from '../workers/contained-process.ts';
import { type ProcessLimits, startWorkerProcess, type WorkerProcess } from '../workers/worker-process.ts';
import type { TranslateJob } from './worker/messages.ts';

/** The memory of the engine and its models lies outside of the heap that is bounded here. */
const PROGRAM: ContainedProgram = {
  source: path.join(import.meta.dirname, 'worker/main.ts'),
  built: 'translation-worker',
  heapMb: 128,
  niceness: 19,
};

/**
 * The built program, also when the caller runs from sources: for a test of the build.
 * @param folder absolute path of the application's build
 */
export function builtTranslationWorker(folder: string): ContainedEntry {
  return builtEntry(PROGRAM, folder);
}

/** A process that translates one sentence after the other. */
export function startTranslationProcess(
  limits: ProcessLimits,
  entry: ContainedEntry = containedEntry(PROGRAM),
): WorkerProcess<TranslateJob, string> {
  return startWorkerProcess(entry, limits);
}
