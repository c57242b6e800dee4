import type { Log } from '@dragoman/functions/http/log';
import type { DocumentsConfig } from '../config/documents.ts';
import { createReaderPool, type ReaderPool } from './reader-pool.ts';
import { documentWorkerEntry, type WorkerEntry } from './worker-entry.ts';
import { startWorkerProcess } from './worker-process.ts';

/** The built-in reader: text recognition in processes of its own. Nothing runs until the first picture comes. */
export function createDocumentReader(
  config: DocumentsConfig,
  log: Log,
  entry: WorkerEntry = documentWorkerEntry(),
): ReaderPool {
  return createReaderPool(config, (onExit) => startWorkerProcess(entry, onExit), log);
}
