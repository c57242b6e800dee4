import type { ReadResults, Wanted } from '@dragoman/functions/documents/document-reader';
import type { ExtractionHints } from '@dragoman/functions/documents/extraction/extracted';
import type { DocumentReadFailure } from '@dragoman/functions/documents/recognized-document';

// What the server and a process that reads pictures say to each other.

/** Environment variable with the folder for the worker's temporary files, which the server removes however the worker ends. */
export const WORKER_FOLDER = 'DRAGOMAN_WORKER_FOLDER';

/** Environment variable that says which reader is to be used. */
export const WORKER_ENGINE = 'DRAGOMAN_WORKER_ENGINE';
/** The best one that is installed, or Tesseract whatever is. */
export const READER_ENGINES = ['best', 'tesseract'] as const;
export type ReaderEngine = (typeof READER_ENGINES)[number];

/** Server to worker: one picture. The next comes only after the answer. */
export interface ReadJob {
  image: Uint8Array;
  wanted: Wanted;
  hints: ExtractionHints;
}

export type WorkerMessage =
  /** It can read, and loads on what only some pictures need. */
  | { kind: 'ready'; engine: string }
  /** Something could not be loaded, before or after that; the process ends. */
  | { kind: 'broken'; reason: string }
  | { kind: 'read'; result: ReadResults[Wanted]; residentBytes: number }
  | { kind: 'not-read'; failure: DocumentReadFailure; message: string; residentBytes: number };
