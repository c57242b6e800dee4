import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ReadResults, Wanted } from '@dragoman/functions/documents/document-reader';
import type { ExtractionHints } from '@dragoman/functions/documents/extraction/extracted';
import { DocumentReadError } from '@dragoman/functions/documents/recognized-document';
import { type ContainedEntry, startContained } from '../workers/contained-process.ts';
import {
  type ReaderChoice,
  type ReadJob,
  WORKER_ENGINE,
  WORKER_FOLDER,
  WORKER_PADDLE,
  type WorkerMessage,
} from './worker/messages.ts';

/** The process ended before it had answered. */
export class WorkerGoneError extends Error {
  override readonly name = 'WorkerGoneError';
  /** Whether the process could not be loaded, regardless of the picture. */
  readonly atStart: boolean;

  constructor(message: string, atStart: boolean, options?: { cause?: unknown }) {
    super(message, options);
    this.atStart = atStart;
  }
}

/** One process that reads pictures, one at a time. */
export interface WorkerProcess {
  readonly pid: number | undefined;
  /** Resolves with the name of its engine once it can read. @throws {WorkerGoneError} */
  readonly ready: Promise<string>;
  /** Memory of the process after its last picture, in bytes. */
  readonly residentBytes: number;
  /** @throws {DocumentReadError} @throws {WorkerGoneError} */
  read<Kind extends Wanted>(
    image: Uint8Array,
    wanted: Kind,
    hints?: ExtractionHints,
  ): Promise<ReadResults[Kind]>;
  /** Ends the process at once, even during a job. */
  kill(): void;
}

/** Starts the process. @param onExit told once why, however it ends */
export function startWorkerProcess(
  entry: ContainedEntry,
  onExit: (reason: WorkerGoneError) => void,
  { engine, paddlePackage }: ReaderChoice = { engine: 'tesseract', paddlePackage: null },
): WorkerProcess {
  // A process that is killed removes nothing itself.
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-reader-'));
  const child = startContained(entry, {
    [WORKER_FOLDER]: folder,
    [WORKER_ENGINE]: engine,
    ...(paddlePackage === null ? {} : { [WORKER_PADDLE]: paddlePackage }),
  });

  let residentBytes = 0;
  let answer: ((message: WorkerMessage) => void) | null = null;
  let fail: ((error: Error) => void) | null = null;
  let gone: WorkerGoneError | null = null;
  let loaded = false;
  const ready = new Promise<string>((resolve, reject) => {
    answer = (message) => {
      if (message.kind === 'ready') {
        loaded = true;
        resolve(message.engine);
      }
    };
    fail = reject;
  });
  // A caller that waits gets the error. Without a caller an ended process is no failure.
  ready.catch(() => undefined);

  child.on('message', (message: WorkerMessage) => {
    if ('residentBytes' in message) residentBytes = message.residentBytes;
    if (message.kind === 'broken') gone = new WorkerGoneError(message.reason, true);
    answer?.(message);
  });
  // A process that could not be started at all has an error and no end.
  child.on('error', (error) => {
    lose(new WorkerGoneError('the process that reads pictures failed', !loaded, { cause: error }));
  });
  child.once('exit', (code, signal) => {
    lose(new WorkerGoneError(`the process that reads pictures ended (${signal ?? code})`, !loaded));
  });

  let lost = false;
  function lose(error: WorkerGoneError): void {
    if (lost) return;
    lost = true;
    gone ??= error;
    fail?.(gone);
    void rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    onExit(gone);
  }

  return {
    pid: child.pid,
    ready,
    get residentBytes() {
      return residentBytes;
    },
    read<Kind extends Wanted>(image: Uint8Array, wanted: Kind, hints: ExtractionHints = {}) {
      return new Promise<ReadResults[Kind]>((resolve, reject) => {
        if (gone) return reject(gone);
        fail = reject;
        answer = (message) => {
          // The process does one job at a time, so this is the job's result.
          if (message.kind === 'read') resolve(message.result as ReadResults[Kind]);
          if (message.kind === 'not-read') reject(new DocumentReadError(message.failure, message.message));
        };
        child.send({ image, wanted, hints } satisfies ReadJob, (error) => {
          // It was gone before it had the picture.
          if (error)
            lose(new WorkerGoneError('the process that reads pictures is gone', false, { cause: error }));
        });
      });
    },
    kill() {
      child.kill('SIGKILL');
    },
  };
}
