import type { Turn } from '@dragoman/functions/providers/provider';
import { createFairQueue } from './fair-queue.ts';
import type { WorkerProcess } from './worker-process.ts';

export interface WorkerPoolOptions<Job> {
  /** Processes that work at the same time, each on one job. */
  workers: number;
  /** Jobs that may wait, altogether and of one key. */
  queue: { items: number; itemsOfKey: number };
  /** Milliseconds without work after which a process ends, and with it its models. */
  idleMs: number;
  /** Bytes of memory above which a process makes way for a new one; without it, none does. */
  residentBytes?: number;
  /** Jobs after which it does so too; without it, it may do any number. */
  jobsOfProcess?: number;
  /** Whether the new one starts at once, so that the next job need not wait for that. */
  startsAhead?: boolean;
  errors: PoolErrors<Job>;
}

/** The errors that callers get, and which jobs are tried again. */
export interface PoolErrors<Job> {
  /**
   * @param why `busy`: too much waits; `left`: the caller's signal is aborted; `closed`: the pool is
   * @param cause what ended the job's process, if it had begun
   */
  refusal(why: 'busy' | 'left' | 'closed', cause?: unknown): Error;
  /** @returns the caller's error, or null: the job is tried once more, in a new process */
  failure(failure: JobFailure<Job>): Error | null;
  /** Whether a job that waits would fail with the same error; it is refused then. */
  concerns?(error: Error, job: Job): boolean;
}

/** A job whose process ended or gave an error. */
export interface JobFailure<Job> {
  job: Job;
  error: Error;
  /** The error of the attempt before. */
  before: Error | null;
  /** Whether the process was started for this job. */
  isFresh: boolean;
}

export interface WorkerPool<Job, Answer> {
  /**
   * Runs one job when its turn comes.
   * @param signal removes the job from the queue; a job that has begun is finished, and its caller
   * refused
   * @param onBegin called once, when the job's turn has come
   * @throws the pool's errors
   */
  run(job: Job, turn?: Turn, signal?: AbortSignal, onBegin?: () => void): Promise<Answer>;
  /** Process ids of those that run. */
  pids(): number[];
  /** Ends every process; jobs that wait are refused. */
  close(): void;
}

/** The part of a process that the pool needs. */
export type PoolProcess<Job, Answer> = Omit<WorkerProcess<Job, Answer>, 'ready' | 'gone'>;

interface Slot<Job, Answer> {
  worker: PoolProcess<Job, Answer> | null;
  /** Jobs that the process has answered. */
  answered: number;
  busy: boolean;
  idle: NodeJS.Timeout | undefined;
}

interface Waiting<Job, Answer> {
  job: Job;
  begin(): void;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** Of jobs that need no order among callers. */
const ANY_TURN: Turn = { key: '', lane: 'live' };

/**
 * Runs jobs in processes that are started when they are needed, ended when they are not, and
 * replaced when they crash, hang or grow.
 * @param start starts a process
 */
export function createWorkerPool<Job, Answer>(
  options: WorkerPoolOptions<Job>,
  start: () => PoolProcess<Job, Answer>,
): WorkerPool<Job, Answer> {
  const {
    errors,
    residentBytes = Number.POSITIVE_INFINITY,
    jobsOfProcess = Number.POSITIVE_INFINITY,
  } = options;
  const slots: Slot<Job, Answer>[] = Array.from({ length: options.workers }, () => ({
    worker: null,
    answered: 0,
    busy: false,
    idle: undefined,
  }));
  const queue = createFairQueue<Waiting<Job, Answer>>(options.queue);
  let closed = false;

  /** A slot is free only while nothing waits. */
  function freeSlot(): Slot<Job, Answer> | undefined {
    const free = slots.filter(({ busy }) => !busy);
    return free.find(({ worker }) => worker && !worker.ended) ?? free[0];
  }

  async function work(slot: Slot<Job, Answer>, waiting: Waiting<Job, Answer>): Promise<void> {
    const { job, begin, resolve, reject } = waiting;
    slot.busy = true;
    clearTimeout(slot.idle);
    begin();
    try {
      resolve(await runIn(slot, job));
    } catch (error) {
      reject(error as Error);
      // Each of them would cost a process, and the others would wait for that.
      for (const other of queue.take((one) => errors.concerns?.(error as Error, one.job) ?? false)) {
        other.reject(error as Error);
      }
    }
    recycle(slot);
    const next = queue.shift();
    if (next) return void work(slot, next);
    slot.busy = false;
    slot.idle = setTimeout(() => end(slot), options.idleMs).unref();
  }

  async function runIn(slot: Slot<Job, Answer>, job: Job): Promise<Answer> {
    let before: Error | null = null;
    for (;;) {
      if (closed) throw errors.refusal('closed', before);
      const isFresh = !slot.worker || slot.worker.ended;
      try {
        const answer = await running(slot).run(job);
        slot.answered += 1;
        return answer;
      } catch (thrown) {
        end(slot);
        const error = thrown as Error;
        const failure = closed ? null : errors.failure({ job, error, before, isFresh });
        if (failure) throw failure;
        before = error;
      }
    }
  }

  function running(slot: Slot<Job, Answer>): PoolProcess<Job, Answer> {
    if (!slot.worker || slot.worker.ended) {
      slot.worker = start();
      slot.answered = 0;
    }
    return slot.worker;
  }

  function recycle(slot: Slot<Job, Answer>): void {
    if (!slot.worker) return;
    const isUsedUp = slot.worker.residentBytes > residentBytes || slot.answered >= jobsOfProcess;
    if (!isUsedUp && !slot.worker.ended) return;
    end(slot);
    if (!options.startsAhead || !isUsedUp || closed) return;
    try {
      running(slot);
    } catch {
      // The next job tries again.
    }
  }

  function end(slot: Slot<Job, Answer>): void {
    slot.worker?.kill();
    slot.worker = null;
  }

  return {
    run(job, turn = ANY_TURN, signal = undefined, onBegin = () => undefined) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(errors.refusal('closed'));
        if (signal?.aborted) return reject(errors.refusal('left'));
        const leave = () => {
          queue.remove(waiting, turn);
          reject(errors.refusal('left'));
        };
        const waiting: Waiting<Job, Answer> = {
          job,
          begin: onBegin,
          resolve(answer) {
            signal?.removeEventListener('abort', leave);
            resolve(answer);
          },
          reject(error) {
            signal?.removeEventListener('abort', leave);
            reject(error);
          },
        };
        const slot = freeSlot();
        if (!slot && !queue.push(waiting, turn)) return reject(errors.refusal('busy'));
        signal?.addEventListener('abort', leave, { once: true });
        if (slot) void work(slot, waiting);
      });
    },
    pids: () => slots.flatMap(({ worker }) => (worker && !worker.ended ? (worker.pid ?? []) : [])),
    close() {
      closed = true;
      for (let next = queue.shift(); next; next = queue.shift()) next.reject(errors.refusal('closed'));
      for (const slot of slots) {
        clearTimeout(slot.idle);
        end(slot);
      }
    },
  };
}
