import type {
  DocumentReadFailure,
  RecognizedDocument,
} from '@dragoman/functions/documents/recognized-document';

// What the server and a process that reads pictures say to each other.

/** Environment variable with the folder for the worker's temporary files, which the server removes however the worker ends. */
export const WORKER_FOLDER = 'DRAGOMAN_WORKER_FOLDER';

/** Server to worker: one picture. The next comes only after the answer. */
export interface ReadJob {
  image: Uint8Array;
}

export type WorkerMessage =
  /** Everything is loaded. */
  | { kind: 'ready'; engine: string }
  /** It could not be loaded; the process ends. */
  | { kind: 'broken'; reason: string }
  | { kind: 'read'; document: RecognizedDocument; residentBytes: number }
  | { kind: 'not-read'; failure: DocumentReadFailure; message: string; residentBytes: number };
