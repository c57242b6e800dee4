import type { Log } from '@dragoman/functions/http/log';
import type { DocumentsConfig } from '../config/documents.ts';
import type { ContainedEntry } from '../util/contained-process.ts';
import { createReaderPool, type ReaderPool } from './reader-pool.ts';
import { documentWorkerEntry } from './worker-entry.ts';
import { startWorkerProcess } from './worker-process.ts';

/** The built-in reader: text recognition in processes of its own. Nothing runs until the first picture comes. */
export function createDocumentReader(
  config: DocumentsConfig,
  log: Log,
  entry: ContainedEntry = documentWorkerEntry(),
): ReaderPool {
  return createReaderPool(config, (onExit) => startWorkerProcess(entry, onExit, config.engine), log);
}
