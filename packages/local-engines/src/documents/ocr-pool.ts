import type { DocumentReader, ReadResults, Wanted } from '@dragoman/functions/documents/document-reader';
import type { ExtractionHints } from '@dragoman/functions/documents/extraction/extracted';
import { DocumentReadError } from '@dragoman/functions/documents/recognized-document';
import type { Log } from '@dragoman/functions/http/log';
import { WorkerGoneError, type WorkerProcess } from './worker-process.ts';

export interface OcrPoolOptions {
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

export interface OcrPool extends DocumentReader {
  /** Process ids of those that run. */
  pids(): number[];
  /** Ends every process; waiting callers get the error that reading is unavailable. */
  close(): Promise<void>;
}

interface Slot {
  worker: WorkerProcess | null;
  read: number;
  busy: boolean;
  idle: NodeJS.Timeout | null;
}

interface Job<Kind extends Wanted> {
  image: Uint8Array;
  wanted: Kind;
  hints: ExtractionHints | undefined;
}

interface Waiting {
  start(slot: Slot): void;
  refuse(error: Error): void;
}

/**
 * Reads pictures in processes that are started when they are needed, ended when they are not, and
 * replaced when they crash, hang or grow.
 * @param spawn starts a process and tells when it has ended
 */
export function createOcrPool(
  options: OcrPoolOptions,
  spawn: (onExit: (reason: WorkerGoneError) => void) => WorkerProcess,
  log: Log,
): OcrPool {
  const slots: Slot[] = Array.from({ length: options.processes }, () => ({
    worker: null,
    read: 0,
    busy: false,
    idle: null,
  }));
  const waiting: Waiting[] = [];
  let closed = false;

  function enter(signal: AbortSignal | undefined): Promise<Slot> {
    const free = slots.find(({ busy, worker }) => !busy && worker) ?? slots.find(({ busy }) => !busy);
    if (free) {
      occupy(free);
      return Promise.resolve(free);
    }
    if (waiting.length >= options.queue) {
      throw new DocumentReadError('busy', 'Too many pictures wait to be read');
    }
    return new Promise((resolve, reject) => {
      const entry: Waiting = { start: resolve, refuse: reject };
      waiting.push(entry);
      signal?.addEventListener(
        'abort',
        () => {
          const place = waiting.indexOf(entry);
          if (place >= 0) waiting.splice(place, 1);
          reject(leftWhileWaiting());
        },
        { once: true },
      );
    });
  }

  function occupy(slot: Slot): void {
    slot.busy = true;
    if (slot.idle) clearTimeout(slot.idle);
    slot.idle = null;
  }

  function leave(slot: Slot): void {
    const next = waiting.shift();
    if (next) {
      next.start(slot);
      return;
    }
    slot.busy = false;
    slot.idle = setTimeout(() => end(slot), options.idleMs);
    slot.idle.unref();
  }

  function end(slot: Slot): void {
    slot.worker?.kill();
    slot.worker = null;
    slot.read = 0;
  }

  function started(slot: Slot): WorkerProcess {
    if (slot.worker) return slot.worker;
    if (closed) throw unavailable();
    const worker = spawn((reason) => {
      if (slot.worker === worker) slot.worker = null;
      // It had seen no picture, so nothing of one can be in the reason.
      if (reason.atStart && !closed) {
        const cause = reason.cause instanceof Error ? reason.cause.message : undefined;
        log.warn({ reason: reason.message, cause }, 'the reader of pictures could not start');
      }
    });
    worker.ready.then(
      (reader) => log.info({ reader, pid: worker.pid }, 'the reader of pictures is ready'),
      () => undefined,
    );
    slot.worker = worker;
    slot.read = 0;
    return worker;
  }

  async function readIn<Kind extends Wanted>(slot: Slot, job: Job<Kind>): Promise<ReadResults[Kind]> {
    const worker = started(slot);
    await within(options.startMs, worker.ready, () => {
      end(slot);
      log.warn({ ms: options.startMs }, 'the reader of pictures took too long to start');
      return unavailable();
    });
    const { image, wanted, hints } = job;
    const result = await within(options.pictureMs, worker.read(image, wanted, hints), () => {
      end(slot);
      return new DocumentReadError('timeout', 'Reading the picture took too long');
    }).finally(() => {
      slot.read += 1;
    });
    if (slot.read >= options.recycleAfter || worker.residentBytes > options.recycleBytes) {
      end(slot);
      // The next picture need not wait for it then.
      if (!closed) started(slot);
    }
    return result;
  }

  /**
   * A process that is ended from outside, for want of memory say, was not this picture's fault:
   * once more, then.
   */
  async function readTwice<Kind extends Wanted>(slot: Slot, job: Job<Kind>): Promise<ReadResults[Kind]> {
    try {
      return await readIn(slot, job);
    } catch (error) {
      if (!(error instanceof WorkerGoneError) || error.atStart || closed) throw error;
    }
    try {
      return await readIn(slot, job);
    } catch (error) {
      if (!(error instanceof WorkerGoneError) || error.atStart || closed) throw error;
      throw new DocumentReadError('gave-up', 'The picture ends what reads it', { cause: error });
    }
  }

  return {
    async read(image, wanted, { signal, hints } = {}) {
      if (closed) throw unavailable();
      if (signal?.aborted) throw leftWhileWaiting();
      const slot = await enter(signal);
      // Between its turn and this line it may have been left.
      if (signal?.aborted) {
        leave(slot);
        throw leftWhileWaiting();
      }
      // A caller who leaves while the picture is read is answered at once; the process finishes it
      // all the same.
      const work = readTwice(slot, { image, wanted, hints }).finally(() => leave(slot));
      try {
        return await orAborted(work, signal);
      } catch (error) {
        throw error instanceof WorkerGoneError ? unavailable(error) : error;
      }
    },
    pids: () => slots.flatMap(({ worker }) => worker?.pid ?? []),
    async close() {
      closed = true;
      for (const { refuse } of waiting.splice(0)) refuse(unavailable());
      for (const slot of slots) {
        if (slot.idle) clearTimeout(slot.idle);
        end(slot);
      }
    },
  };
}

/** @param onTimeout ends what hangs, and says what that is */
async function within<T>(ms: number, work: Promise<T>, onTimeout: () => DocumentReadError): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(onTimeout()), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(leftWhileWaiting());
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function leftWhileWaiting(): DocumentReadError {
  return new DocumentReadError('timeout', 'The caller no longer waits for the picture');
}

function unavailable(cause?: unknown): DocumentReadError {
  return new DocumentReadError('unavailable', 'Pictures cannot be read now', { cause });
}
