import type { Log } from '@dragoman/functions/http/log';
import { ProviderError, type Turn } from '@dragoman/functions/translate/providers/provider';
import { createFairQueue } from './fair-queue.ts';
import {
  InputRefusedError,
  ModelRefusedError,
  WorkerGoneError,
  WorkerMemoryError,
  WorkerTimeoutError,
} from './worker-errors.ts';
import type { WorkerProcess } from './worker-process.ts';

export interface WorkerPoolOptions {
  /** The engine's kind of work, for the log: `translation`. */
  work: string;
  /** Processes that work at the same time. */
  workers: number;
  /** Jobs that may wait, altogether and of one key. */
  queue: { items: number; itemsOfKey: number };
  /** Milliseconds without work after which a process ends, and with it its models. */
  idleMs: number;
  /** Bytes of memory above which a process makes way for a new one. */
  residentBytes: number;
  log: Log;
}

/** The part that all jobs share: the models that they need. */
export interface WorkerJob {
  models: readonly { id: string }[];
}

export interface WorkerPool<Job extends WorkerJob, Answer> {
  /**
   * Runs one job when its turn comes. A job whose process ended is tried once more in a new one; a
   * job that took all of its time is not.
   * @param signal removes the job from the queue; a job that has begun is finished
   * @param onBegin called once, when the job's turn has come
   * @throws {EngineError} `busy` when too much waits, `timeout`, `unavailable` when the engine
   * crashed twice
   * @throws {ModelRefusedError} also when two processes ended while they loaded the model, and when
   * the model alone needs more memory than the engine has
   * @throws {InputRefusedError}
   */
  run(job: Job, turn: Turn, signal: AbortSignal, onBegin?: () => void): Promise<Answer>;
  /** Process ids of those that run. */
  pids(): number[];
  /** Ends every process; jobs that wait are refused. */
  close(): void;
}

interface Slot<Job, Answer> {
  worker: WorkerProcess<Job, Answer> | null;
  busy: boolean;
  idle: NodeJS.Timeout | null;
}

interface Waiting<Job, Answer> {
  job: Job;
  begin(): void;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * Attempts per job: a process that was ended from outside, for want of memory say, is not the job's
 * fault.
 */
const ATTEMPTS = 2;

/** @param spawn starts a process */
export function createWorkerPool<Job extends WorkerJob, Answer>(
  options: WorkerPoolOptions,
  spawn: () => WorkerProcess<Job, Answer>,
): WorkerPool<Job, Answer> {
  const slots: Slot<Job, Answer>[] = Array.from({ length: options.workers }, () => ({
    worker: null,
    busy: false,
    idle: null,
  }));
  const queue = createFairQueue<Waiting<Job, Answer>>(options.queue);
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

  async function work(
    slot: Slot<Job, Answer>,
    { job, begin, resolve, reject }: Waiting<Job, Answer>,
  ): Promise<void> {
    slot.busy = true;
    if (slot.idle) clearTimeout(slot.idle);
    begin();
    try {
      resolve(await runIn(slot, job));
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

  async function runIn(slot: Slot<Job, Answer>, job: Job): Promise<Answer> {
    let before: WorkerGoneError['blames'] = null;
    for (let attempt = 1; ; attempt++) {
      if (closed) throw unavailable();
      if (!slot.worker || slot.worker.ended) slot.worker = spawn();
      try {
        return await slot.worker.run(job);
      } catch (error) {
        end(slot);
        if (error instanceof ModelRefusedError) throw error;
        if (!(error instanceof WorkerGoneError)) throw unavailable(error);
        if (!closed) {
          const models = job.models.map(({ id }) => id);
          options.log.warn(
            { work: options.work, models, attempt, reason: error.message },
            'the process of an engine on this machine ended',
          );
        }
        const isLast = attempt >= ATTEMPTS || error instanceof WorkerTimeoutError;
        if (isLast) throw failureOf(error, before);
        before = error.blames;
      }
    }
  }

  /**
   * Each job that waits for the model would cost a process, and those of other models would wait
   * for that.
   */
  function refuseAllOf(error: ModelRefusedError): void {
    const uses = ({ job }: Waiting<Job, Answer>) => job.models.some(({ id }) => id === error.id);
    for (const { reject } of queue.take(uses)) reject(error);
  }

  function end(slot: Slot<Job, Answer>): void {
    slot.worker?.kill();
    slot.worker = null;
  }

  return {
    run(job, turn, signal, onBegin = () => undefined) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(unavailable());
        if (signal.aborted) return reject(abandoned());
        const leave = () => {
          queue.remove(waiting, turn);
          reject(abandoned());
        };
        const waiting: Waiting<Job, Answer> = {
          job,
          begin: onBegin,
          resolve(answer) {
            signal.removeEventListener('abort', leave);
            resolve(answer);
          },
          reject(error) {
            signal.removeEventListener('abort', leave);
            reject(error);
          },
        };
        if (!queue.push(waiting, turn)) {
          return reject(new ProviderError('busy', 'Too much waits for the engine on this machine'));
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

/** @param before what ended the process of the first attempt: one process may end by chance */
function failureOf(error: WorkerGoneError, before: WorkerGoneError['blames']): Error {
  if (error instanceof WorkerMemoryError) {
    return error.id ? new ModelRefusedError(error.id, error.message) : unavailable(error);
  }
  const { blames } = error;
  if (blames?.stage === 'input' && (before?.stage === 'input' || error instanceof WorkerTimeoutError)) {
    return new InputRefusedError('The engine cannot read this', { cause: error });
  }
  if (blames?.stage === 'model' && before?.stage === 'model' && before.id === blames.id) {
    return new ModelRefusedError(blames.id, 'two processes ended while they loaded it');
  }
  return error instanceof WorkerTimeoutError
    ? new ProviderError('timeout', error.message, { cause: error })
    : unavailable(error);
}

function unavailable(cause?: unknown): ProviderError {
  return new ProviderError('unavailable', 'The engine on this machine ended', { cause });
}

function abandoned(): ProviderError {
  return new ProviderError('timeout', 'The caller no longer waits for the engine');
}
