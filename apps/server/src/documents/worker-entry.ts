import { type ContainedEntry, containedEntry } from '../util/contained-process.ts';

/** The program that reads pictures. Pictures and models lie outside of the heap that is bounded here. */
export function documentWorkerEntry(): ContainedEntry {
  return containedEntry({ source: 'documents/worker/main.ts', built: 'document-worker', heapMb: 512 });
}
