import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { DocumentReader, ReadResults, Wanted } from '@dragoman/functions/documents/document-reader';
import { DocumentReadError } from '@dragoman/functions/documents/recognized-document';
import type { Log } from '@dragoman/functions/http/log';
import { WorkerGoneError, WorkerTimeoutError } from '../workers/worker-errors.ts';
import { createWorkerPool, type PoolErrors } from '../workers/worker-pool.ts';
import {
  builtEntry,
  type ProcessLimits,
  startWorkerProcess,
  type WorkerEntry,
  type WorkerProcess,
  type WorkerProgram,
  workerEntry,
} from '../workers/worker-process.ts';
import {
  type ReadAnswer,
  type ReaderChoice,
  type ReadJob,
  WORKER_ENGINE,
  WORKER_FOLDER,
  WORKER_PADDLE,
} from './worker/messages.ts';

/** The processes, and which of the built-in readers they run. */
export interface DocumentReaderOptions extends ReaderChoice {
  /** Pictures read at a time, each by a process of its own. */
  processes: number;
  /** Pictures that may wait for their turn. */
  queue: number;
  /** Milliseconds that one picture may take. */
  pictureMs: number;
  /** Milliseconds that a process may take to load. */
  startMs: number;
  /** Pictures after which a process makes way for a fresh one. */
  recycleAfter: number;
  /** Bytes of memory after which it does so too. */
  recycleBytes: number;
  /** Milliseconds without work after which a process ends. */
  idleMs: number;
}

/** The processes that read pictures. */
export interface LocalDocumentReader extends DocumentReader {
  /** Process ids of those that run. */
  pids(): number[];
  /** Ends every process; waiting callers get the error that reading is unavailable. */
  close(): void;
}

/** One process that reads pictures. */
export type ReaderProcess = WorkerProcess<ReadJob, ReadAnswer>;

/**
 * The built-in reader: text recognition in processes of its own. Nothing runs until the first
 * picture comes.
 */
export function createDocumentReader(
  options: DocumentReaderOptions,
  log: Log,
  start: () => ReaderProcess = () =>
    startReaderProcess({ startMs: options.startMs, jobMs: options.pictureMs }, options),
): LocalDocumentReader {
  let closed = false;
  const pool = createWorkerPool<ReadJob, ReadAnswer>(
    {
      workers: options.processes,
      queue: { items: options.queue, itemsOfKey: options.queue },
      idleMs: options.idleMs,
      residentBytes: options.recycleBytes,
      jobsOfProcess: options.recycleAfter,
      startsAhead: true,
      errors: READER_ERRORS,
    },
    () => {
      const worker = start();
      worker.ready.then(
        (reader) => log.info({ reader, pid: worker.pid }, 'the reader of pictures is ready'),
        () => undefined,
      );
      void worker.gone.then((error) => {
        if (error.atStart && !closed) warnOfStart(error);
      });
      return worker;
    },
  );

  /** It had seen no picture, so nothing of one can be in the reason. */
  function warnOfStart(error: WorkerGoneError): void {
    if (error instanceof WorkerTimeoutError) {
      log.warn({ ms: options.startMs }, 'the reader of pictures took too long to start');
    }
    const reason =
      error.exit === null ? error.message : `the process that reads pictures ended (${error.exit})`;
    const cause = error.cause instanceof Error ? error.cause.message : undefined;
    log.warn({ reason, cause }, 'the reader of pictures could not start');
  }

  return {
    async read(image, wanted, { signal, hints = {} } = {}) {
      return resultOf(await pool.run({ image, wanted, hints }, undefined, signal));
    },
    pids: pool.pids,
    close() {
      closed = true;
      pool.close();
    },
  };
}

/** @throws {DocumentReadError} for a picture that was not read */
export function resultOf<Kind extends Wanted>(answer: ReadAnswer): ReadResults[Kind] {
  if (answer.kind === 'not-read') throw new DocumentReadError(answer.failure, answer.message);
  return answer.result as ReadResults[Kind];
}

/**
 * A picture whose process ended is read once more: one that is ended from outside, for want of
 * memory say, was not the picture's fault.
 */
const READER_ERRORS: PoolErrors<ReadJob> = {
  refusal(why, cause) {
    if (why === 'busy') return new DocumentReadError('busy', 'Too many pictures wait to be read');
    if (why === 'left') return new DocumentReadError('timeout', 'The caller no longer waits for the picture');
    return unavailable(cause);
  },
  failure({ error, before }) {
    if (!(error instanceof WorkerGoneError)) return error;
    if (error.atStart) return unavailable(error);
    if (error instanceof WorkerTimeoutError) {
      return new DocumentReadError('timeout', 'Reading the picture took too long');
    }
    if (!before) return null;
    return new DocumentReadError('gave-up', 'The picture ends what reads it', { cause: error });
  },
};

function unavailable(cause: unknown): DocumentReadError {
  return new DocumentReadError('unavailable', 'Pictures cannot be read now', { cause });
}

/** Pictures and models lie outside of the heap that is bounded here. */
const PROGRAM: WorkerProgram = {
  source: path.join(import.meta.dirname, 'worker/main.ts'),
  built: 'document-worker',
  heapMb: 512,
};

/**
 * The built worker, even when the caller runs from sources: measurements need it, because sources
 * start slowly.
 * @param folder absolute path of the application's build
 */
export function builtDocumentWorker(folder: string): WorkerEntry {
  return builtEntry(PROGRAM, folder);
}

/** A process that reads one picture after the other. */
export function startReaderProcess(
  limits: ProcessLimits<ReadJob>,
  { engine, paddlePackage }: ReaderChoice,
  entry: WorkerEntry = workerEntry(PROGRAM),
): ReaderProcess {
  // A process that is killed removes nothing itself.
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-reader-'));
  const worker = startWorkerProcess<ReadJob, ReadAnswer>(entry, limits, {
    [WORKER_FOLDER]: folder,
    [WORKER_ENGINE]: engine,
    ...(paddlePackage === null ? {} : { [WORKER_PADDLE]: paddlePackage }),
  });
  void worker.gone.then(() =>
    rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined),
  );
  return worker;
}
