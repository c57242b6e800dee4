import {
  builtEntry,
  type ContainedEntry,
  type ContainedProgram,
  containedEntry,
} from '../util/contained-process.ts';

/** Pictures and models lie outside of the heap that is bounded here. */
const PROGRAM: ContainedProgram = {
  source: 'documents/worker/main.ts',
  built: 'document-worker',
  heapMb: 512,
};

/** The program that reads pictures. */
export function documentWorkerEntry(): ContainedEntry {
  return containedEntry(PROGRAM);
}

/** As it was built, also when this runs from sources: for measuring, which sources would slow at each start. */
export function builtDocumentWorker(): ContainedEntry {
  return builtEntry(PROGRAM);
}
