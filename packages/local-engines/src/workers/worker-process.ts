import { fork } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import type { Work, WorkerMessage } from './messages.ts';
import {
  ModelRefusedError,
  WorkerGoneError,
  WorkerMemoryError,
  WorkerTimeoutError,
} from './worker-errors.ts';

/**
 * A program of this package that reads what strangers sent, where it can end no more than its own
 * process. It answers jobs as `answerJobs` does.
 */
export interface WorkerProgram {
  /** Absolute path of its source file, which runs when the application runs from sources. */
  source: string;
  /** Name of its file in the application's build, without `.js`. */
  built: string;
  /** Bytes of JavaScript objects that it may hold, in MiB. */
  heapMb: number;
  /** Its priority where chats must be felt even less: 0 is normal, 19 the lowest. */
  niceness?: number;
}

/** The program to run and the Node options for it. */
export interface WorkerEntry {
  file: string;
  execArgv: string[];
  niceness?: number;
}

/**
 * The source file when the application runs from sources. A bundler puts this function and the
 * built programs into one folder.
 */
export function workerEntry(program: WorkerProgram): WorkerEntry {
  if (!import.meta.url.endsWith('.ts')) return builtEntry(program, import.meta.dirname);
  return { ...entryOf(program.source, program), execArgv: [heapLimit(program), '--import', 'tsx'] };
}

/**
 * The built program, even when the caller runs from sources.
 * @param folder absolute path of the application's build
 */
export function builtEntry(program: WorkerProgram, folder: string): WorkerEntry {
  return entryOf(path.join(folder, `${program.built}.js`), program);
}

function entryOf(file: string, program: WorkerProgram): WorkerEntry {
  const { niceness } = program;
  return { file, execArgv: [heapLimit(program)], ...(niceness === undefined ? {} : { niceness }) };
}

function heapLimit({ heapMb }: WorkerProgram): string {
  return `--max-old-space-size=${heapMb}`;
}

/**
 * Milliseconds that a process may take to start, and for one job with the loading of its models.
 */
export interface ProcessLimits<Job> {
  startMs: number;
  jobMs: number | ((job: Job) => number);
}

/** One process that works on one job at a time. */
export interface WorkerProcess<Job, Answer> {
  readonly pid: number | undefined;
  /** Resolves with the engine that the program named once it can work. @throws {WorkerGoneError} */
  readonly ready: Promise<string | undefined>;
  /** Resolves with the reason when it has ended, however it did. */
  readonly gone: Promise<WorkerGoneError>;
  readonly ended: boolean;
  /** Memory of the process after its last job, in bytes. */
  readonly residentBytes: number;
  /** @throws {WorkerGoneError} and its kinds @throws {ModelRefusedError} */
  run(job: Job): Promise<Answer>;
  /** Ends it at once. */
  kill(): void;
}

/** What ends the wait for a message. */
type Reply<Answer> = Exclude<WorkerMessage<Answer>, { kind: 'begins' | 'broken' }>;

/**
 * Starts it. The process gets none of our settings and secrets, and its output is discarded,
 * because libraries print their input.
 * @param settings environment variables of its own
 */
export function startWorkerProcess<Job extends object, Answer>(
  { file, execArgv, niceness }: WorkerEntry,
  limits: ProcessLimits<Job>,
  settings: Readonly<Record<string, string>> = {},
): WorkerProcess<Job, Answer> {
  const child = fork(file, {
    execArgv,
    env: { ...inheritedEnvironment(), ...settings },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  lowerPriority(child.pid, niceness ?? NICENESS);
  let residentBytes = 0;
  let isReady = false;
  let ended = false;
  let reason: WorkerGoneError | null = null;
  /** What it has begun since it was asked, and whether that took too long. */
  let work: Work | null = null;
  let isLate = false;
  let waiting: { resolve(message: Reply<Answer>): void; reject(error: Error): void } | null = null;

  child.on('message', (message: WorkerMessage<Answer>) => {
    if (message.kind === 'begins') work = message.work;
    else if (message.kind === 'broken') reason = new WorkerGoneError(message.reason, null, { atStart: true });
    else waiting?.resolve(message);
  });
  const gone = new Promise<WorkerGoneError>((resolve) => {
    const lose = (error: WorkerGoneError) => {
      ended = true;
      reason ??= error;
      waiting?.reject(reason);
      resolve(reason);
    };
    child.once('exit', (code, signal) => {
      const details = { atStart: !isReady, exit: signal ?? code };
      lose(isLate ? timeoutOf(work, details) : endOf(work, signal, details));
    });
    // A process that could not be started at all has an error and no exit.
    child.on('error', (cause) => {
      child.kill('SIGKILL');
      lose(new WorkerGoneError(ENDED, null, { atStart: !isReady, cause }));
    });
  });

  function nextMessage(ms: number): Promise<Reply<Answer>> {
    return new Promise((resolve, reject) => {
      if (reason) return reject(reason);
      work = null;
      isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        child.kill('SIGKILL');
      }, ms);
      const stopWaiting = () => {
        clearTimeout(timer);
        waiting = null;
      };
      waiting = {
        resolve(message) {
          stopWaiting();
          resolve(message);
        },
        reject(error) {
          stopWaiting();
          reject(error);
        },
      };
    });
  }

  const ready = nextMessage(limits.startMs).then((message) => {
    isReady = true;
    return message.kind === 'ready' ? message.engine : undefined;
  });
  // A caller learns of it when it hands over a job.
  ready.catch(() => undefined);
  return {
    pid: child.pid,
    ready,
    gone,
    get ended() {
      return ended;
    },
    get residentBytes() {
      return residentBytes;
    },
    async run(job) {
      await ready;
      const reply = nextMessage(typeof limits.jobMs === 'number' ? limits.jobMs : limits.jobMs(job));
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

const ENDED = 'The process of the engine ended';

interface End {
  atStart: boolean;
  exit: string | number | null;
}

/** A slow disk or a busy machine takes a model's time, but an input is read within moments. */
function timeoutOf(work: Work | null, details: End): WorkerTimeoutError {
  return new WorkerTimeoutError('The engine took too long', work?.stage === 'input' ? work : null, details);
}

/** A kill from outside, such as the kernel's when memory is short, says nothing about the work. */
function endOf(work: Work | null, signal: NodeJS.Signals | null, details: End): WorkerGoneError {
  const isKilled = signal === 'SIGKILL' || signal === 'SIGTERM' || signal === 'SIGINT';
  return new WorkerGoneError(ENDED, isKilled || work?.stage === 'job' ? null : work, details);
}

const INHERITED =
  process.platform === 'win32'
    ? ['PATH', 'SYSTEMROOT', 'SYSTEMDRIVE', 'TEMP', 'TMP', 'USERPROFILE']
    : ['PATH', 'TMPDIR', 'LD_LIBRARY_PATH'];

function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => INHERITED.includes(name.toUpperCase())),
  );
}

/** Chats come first; 0 is normal, 19 the lowest. */
const NICENESS = 5;

function lowerPriority(pid: number | undefined, niceness: number): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, niceness);
  } catch {
    // It has ended already, or the platform does not let us: then it works as everything else does.
  }
}
