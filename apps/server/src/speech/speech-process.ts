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
import type { RecognitionAnswer, RecognitionJob } from './worker/messages.ts';

/** Decoded sound and models lie outside of the heap that is bounded here. */
const PROGRAM: ContainedProgram = {
  source: 'speech/worker/main.ts',
  built: 'speech-worker',
  heapMb: 128,
  niceness: 19,
};

/** The built program, also when the caller runs from sources: for a test of the build. */
export function builtSpeechWorker(): ContainedEntry {
  return builtEntry(PROGRAM);
}

/** A process that writes down one recording after the other. */
export function startSpeechProcess(
  limits: ProcessLimits,
  entry: ContainedEntry = containedEntry(PROGRAM),
): EngineProcess<RecognitionJob, RecognitionAnswer> {
  return startEngineProcess(entry, limits);
}
