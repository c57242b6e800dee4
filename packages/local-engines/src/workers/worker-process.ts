import type { ChildProcess } from 'node:child_process';
import { type ContainedEntry, startContained } from './contained-process.ts';
import type { Work, WorkerMessage } from './messages.ts';
import {
  ModelRefusedError,
  WorkerGoneError,
  WorkerMemoryError,
  WorkerTimeoutError,
} from './worker-errors.ts';

/** One process that runs an engine, one job at a time. */
export interface WorkerProcess<Job, Answer> {
  readonly pid: number | undefined;
  readonly ended: boolean;
  /** Memory of the process after its last job, in bytes. */
  readonly residentBytes: number;
  /** @throws {WorkerGoneError} and its kinds @throws {ModelRefusedError} */
  run(job: Job): Promise<Answer>;
  /** Ends it at once. */
  kill(): void;
}

/**
 * Milliseconds that a process may take to start, and for one job with the loading of its models.
 */
export interface ProcessLimits {
  startMs: number;
  jobMs: number;
}

/** @param entry the program: it says `ready` once, and answers each job with a `WorkerMessage` */
export function startWorkerProcess<Job extends object, Answer>(
  entry: ContainedEntry,
  limits: ProcessLimits,
): WorkerProcess<Job, Answer> {
  const child = startContained(entry);
  let residentBytes = 0;
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  const ready = nextMessage<Answer>(child, limits.startMs);
  // A caller learns of it when it hands over a job.
  ready.catch(() => undefined);
  return {
    pid: child.pid,
    get ended() {
      return ended;
    },
    get residentBytes() {
      return residentBytes;
    },
    async run(job) {
      await ready;
      const reply = nextMessage<Answer>(child, limits.jobMs);
      // When the job cannot be sent, the process is ending, and the reply rejects.
      child.send(job, (error) => error && child.kill('SIGKILL'));
      const message = await reply;
      if (message.kind === 'unusable') throw new ModelRefusedError(message.id, message.reason);
      if (message.kind === 'out-of-memory') throw new WorkerMemoryError(message.id);
      if (message.kind !== 'answer') throw new WorkerGoneError('The worker gave no answer');
      residentBytes = message.residentBytes;
      return message.answer;
    },
    kill() {
      ended = true;
      child.kill('SIGKILL');
    },
  };
}

/** @returns the next message that does not only say what the worker begins */
function nextMessage<Answer>(child: ChildProcess, ms: number): Promise<WorkerMessage<Answer>> {
  return new Promise((resolve, reject) => {
    let work: Work | null = null;
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      child.kill('SIGKILL');
    }, ms);
    const onMessage = (message: WorkerMessage<Answer>) => {
      if (message.kind === 'begins') {
        work = message.work;
        return;
      }
      stopListening();
      resolve(message);
    };
    const onExit = (_code: number | null, signal: NodeJS.Signals | null) => {
      stopListening();
      reject(isTimedOut ? timeoutOf(work) : endOf(work, signal));
    };
    const onError = () => {
      stopListening();
      reject(new WorkerGoneError('The process of the engine ended'));
    };
    function stopListening() {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
    }
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    if (!child.connected) onError();
  });
}

/** A slow disk or a busy machine takes a model's time, but an input is read within moments. */
function timeoutOf(work: Work | null): WorkerTimeoutError {
  return new WorkerTimeoutError('The engine took too long', work?.stage === 'input' ? work : null);
}

/** A kill from outside, such as the kernel's when memory is short, says nothing about the work. */
function endOf(work: Work | null, signal: NodeJS.Signals | null): WorkerGoneError {
  const isKilled = signal === 'SIGKILL' || signal === 'SIGTERM' || signal === 'SIGINT';
  const blames = isKilled || work?.stage === 'job' ? null : work;
  return new WorkerGoneError('The process of the engine ended', blames);
}
