import {
  type EngineProcess,
  type ProcessLimits,
  startEngineProcess,
} from '../local-engines/engine-process.ts';
import {
  builtEntry,
  type ContainedEntry,
  type ContainedProgram,
  containedEntry,
} from '../util/contained-process.ts';
import type { TranslateJob } from './worker/messages.ts';

/** The memory of the engine and its models lies outside of the heap that is bounded here. */
const PROGRAM: ContainedProgram = {
  source: 'translation/worker/main.ts',
  built: 'translation-worker',
  heapMb: 128,
  niceness: 19,
};

/** The built program, also when the caller runs from sources: for a test of the build. */
export function builtTranslationWorker(): ContainedEntry {
  return builtEntry(PROGRAM);
}

/** A process that translates one sentence after the other. */
export function startTranslationProcess(
  limits: ProcessLimits,
  entry: ContainedEntry = containedEntry(PROGRAM),
): EngineProcess<TranslateJob, string> {
  return startEngineProcess(entry, limits);
}
