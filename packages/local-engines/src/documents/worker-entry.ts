import path from 'node:path';
import {
  builtEntry,
  type ContainedEntry,
  type ContainedProgram,
  containedEntry,
} from '../workers/contained-process.ts';

/** Pictures and models lie outside of the heap that is bounded here. */
const PROGRAM: ContainedProgram = {
  source: path.join(import.meta.dirname, 'worker/main.ts'),
  built: 'document-worker',
  heapMb: 512,
};

/** The program that reads pictures. */
export function documentWorkerEntry(): ContainedEntry {
  return containedEntry(PROGRAM);
}

/**
 * The built worker, even when the caller runs from sources: measurements need it, because sources
 * start slowly.
 * @param folder absolute path of the application's build
 */
export function builtDocumentWorker(folder: string): ContainedEntry {
  return builtEntry(PROGRAM, folder);
}
