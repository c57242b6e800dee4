import type { Log } from '@dragoman/functions/http/log';
import { EngineError, type Turn } from '@dragoman/functions/translate/engines/engine';
import type { TranslateJob } from '../translation/worker/messages.ts';
import {
  ModelRefusedError,
  WorkerGoneError,
  WorkerMemoryError,
  type WorkerProcess,
} from './engine-process.ts';
import { createFairQueue } from './fair-queue.ts';

export interface SentencePoolOptions {
  /** Processes that translate at the same time. */
  workers: number;
  /** Sentences that may wait, altogether and of one key. */
  queue: { items: number; itemsOfKey: number };
  /** Milliseconds without work after which a process ends, and with it its models. */
  idleMs: number;
  /** Bytes of memory above which a process makes way for a new one. */
  residentBytes: number;
  log: Log;
}

export interface SentencePool {
  /**
   * Translates one sentence when its turn comes.
   * @param signal removes the sentence from the queue; a sentence that is being translated is finished
   * @throws {EngineError} `busy` when too much waits, `unavailable` when the engine crashed twice
   * @throws {ModelRefusedError} also when a model alone needs more memory than the engine has
   */
  translate(job: TranslateJob, turn: Turn, signal: AbortSignal): Promise<string>;
  /** Process ids of those that run. */
  pids(): number[];
  /** Ends every process; sentences that wait are refused. */
  close(): void;
}

interface Slot {
  worker: WorkerProcess | null;
  busy: boolean;
  idle: NodeJS.Timeout | null;
}

interface Waiting {
  job: TranslateJob;
  resolve(text: string): void;
  reject(error: Error): void;
}

/** Attempts per sentence: a process that was ended from outside, for want of memory say, is not the sentence's fault. */
const ATTEMPTS = 2;
const ENDED = 'a process that translates ended';

/** @param spawn starts a process */
export function createSentencePool(options: SentencePoolOptions, spawn: () => WorkerProcess): SentencePool {
  const slots: Slot[] = Array.from({ length: options.workers }, () => ({
    worker: null,
    busy: false,
    idle: null,
  }));
  const queue = createFairQueue<Waiting>(options.queue);
  let closed = false;

  function serve(): void {
    while (queue.size > 0) {
      const free = slots.filter(({ busy }) => !busy);
      const slot = free.find(({ worker }) => worker && !worker.ended) ?? free[0];
      if (!slot) return;
      const next = queue.shift();
      if (next) void work(slot, next);
    }
  }

  async function work(slot: Slot, { job, resolve, reject }: Waiting): Promise<void> {
    slot.busy = true;
    if (slot.idle) clearTimeout(slot.idle);
    try {
      resolve(await translateIn(slot, job));
    } catch (error) {
      reject(error as Error);
      if (error instanceof ModelRefusedError) refuseAllOf(error);
    }
    if (slot.worker && (slot.worker.ended || slot.worker.residentBytes > options.residentBytes)) end(slot);
    slot.busy = false;
    slot.idle = setTimeout(() => end(slot), options.idleMs);
    slot.idle.unref();
    serve();
  }

  async function translateIn(slot: Slot, job: TranslateJob): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      if (closed) throw unavailable();
      if (!slot.worker || slot.worker.ended) slot.worker = spawn();
      try {
        return await slot.worker.translate(job);
      } catch (error) {
        end(slot);
        if (error instanceof ModelRefusedError) throw error;
        if (!(error instanceof WorkerGoneError)) throw unavailable(error);
        if (!closed) {
          options.log.warn({ models: job.models.map(({ id }) => id), attempt, reason: error.message }, ENDED);
        }
        if (attempt < ATTEMPTS) continue;
        if (error instanceof WorkerMemoryError && error.id)
          throw new ModelRefusedError(error.id, error.message);
        throw unavailable(error);
      }
    }
  }

  /**
   * Each sentence that waits for the model would cost a process, and those of other models would
   * wait for that.
   */
  function refuseAllOf(error: ModelRefusedError): void {
    const uses = ({ job }: Waiting) => job.models.some(({ id }) => id === error.id);
    for (const { reject } of queue.take(uses)) reject(error);
  }

  function end(slot: Slot): void {
    slot.worker?.kill();
    slot.worker = null;
  }

  return {
    translate(job, turn, signal) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(unavailable());
        if (signal.aborted) return reject(abandoned());
        const leave = () => {
          queue.remove(waiting, turn);
          reject(abandoned());
        };
        const waiting: Waiting = {
          job,
          resolve(text) {
            signal.removeEventListener('abort', leave);
            resolve(text);
          },
          reject(error) {
            signal.removeEventListener('abort', leave);
            reject(error);
          },
        };
        if (!queue.push(waiting, turn)) {
          return reject(new EngineError('busy', 'Too many sentences wait for the engine on this machine'));
        }
        signal.addEventListener('abort', leave, { once: true });
        serve();
      });
    },
    pids: () => slots.flatMap(({ worker }) => (worker && !worker.ended ? (worker.pid ?? []) : [])),
    close() {
      closed = true;
      for (let next = queue.shift(); next; next = queue.shift()) next.reject(unavailable());
      for (const slot of slots) {
        if (slot.idle) clearTimeout(slot.idle);
        end(slot);
      }
    },
  };
}

function unavailable(cause?: unknown): EngineError {
  return new EngineError('unavailable', 'The engine on this machine ended', { cause });
}

function abandoned(): EngineError {
  return new EngineError('timeout', 'The caller no longer waits for the translation');
}
