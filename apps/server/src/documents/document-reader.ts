import type { Log } from '@dragoman/functions/http/log';
import type { ContainedEntry } from '../util/contained-process.ts';
import { createReaderPool, type ReaderPool, type ReaderPoolOptions } from './reader-pool.ts';
import type { ReaderEngine } from './worker/messages.ts';
import { documentWorkerEntry } from './worker-entry.ts';
import { startWorkerProcess } from './worker-process.ts';

/** The pool, and which of the built-in readers its processes run. */
export interface DocumentReaderOptions extends ReaderPoolOptions {
  engine: ReaderEngine;
}

/** The built-in reader: text recognition in processes of its own. Nothing runs until the first picture comes. */
export function createDocumentReader(
  options: DocumentReaderOptions,
  log: Log,
  entry: ContainedEntry = documentWorkerEntry(),
): ReaderPool {
  return createReaderPool(options, (onExit) => startWorkerProcess(entry, onExit, options.engine), log);
}
