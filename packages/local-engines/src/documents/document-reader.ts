import type { Log } from '@dragoman/functions/http/log';
import type { ContainedEntry } from '../workers/contained-process.ts';
import { createOcrPool, type OcrPool, type OcrPoolOptions } from './ocr-pool.ts';
import type { ReaderChoice } from './worker/messages.ts';
import { documentWorkerEntry } from './worker-entry.ts';
import { startWorkerProcess } from './worker-process.ts';

/** The pool, and which of the built-in readers its processes run. */
export interface DocumentReaderOptions extends OcrPoolOptions, ReaderChoice {}

/**
 * The built-in reader: text recognition in processes of its own. Nothing runs until the first
 * picture comes.
 */
export function createDocumentReader(
  options: DocumentReaderOptions,
  log: Log,
  entry: ContainedEntry = documentWorkerEntry(),
): OcrPool {
  return createOcrPool(options, (onExit) => startWorkerProcess(entry, onExit, options), log);
}
