import type { ChildProcess } from 'node:child_process';
import type { TranslateJob, WorkerMessage } from '../translation/worker/messages.ts';
import {
  builtEntry,
  type ContainedEntry,
  type ContainedProgram,
  containedEntry,
  startContained,
} from '../util/contained-process.ts';

/** The process ended, or was ended, before it had answered. */
export class WorkerGoneError extends Error {
  override readonly name: string = 'WorkerGoneError';
}

/**
 * The engine in the process has no more memory. A new process may have enough, because it loads
 * only what it needs.
 */
export class WorkerMemoryError extends WorkerGoneError {
  override readonly name = 'WorkerMemoryError';
  /** The model that was being loaded; null while a text was translated. */
  readonly id: string | null;

  constructor(id: string | null) {
    super('The engine has no more memory');
    this.id = id;
  }
}

/** The worker cannot load this model. The process ends after that. */
export class ModelRefusedError extends Error {
  override readonly name = 'ModelRefusedError';
  readonly id: string;
  /** What the engine or the file system said; it holds no user's text. */
  readonly reason: string;

  constructor(id: string, reason: string) {
    super(`The engine cannot load the model ${id}: ${reason}`);
    this.id = id;
    this.reason = reason;
  }
}

/** One process that translates sentences, one at a time. */
export interface WorkerProcess {
  readonly pid: number | undefined;
  readonly ended: boolean;
  /** Memory of the process after its last sentence, in bytes. */
  readonly residentBytes: number;
  /** @throws {WorkerGoneError} and its kind {WorkerMemoryError} @throws {ModelRefusedError} */
  translate(job: TranslateJob): Promise<string>;
  /** Ends it at once. */
  kill(): void;
}

/** The memory of the engine and its models lies outside of the heap that is bounded here. */
const PROGRAM: ContainedProgram = {
  source: 'translation/worker/main.ts',
  built: 'translation-worker',
  heapMb: 128,
  niceness: 19,
};

/** The built program, also when the caller runs from sources: for a test of the build. */
export function builtTranslationWorker(): ContainedEntry {
  return builtEntry(PROGRAM);
}

/**
 * @param limits milliseconds that it may take to start, and for one sentence with the loading of
 * its models
 * @param entry the program: built beside the server, or from sources when the server runs from
 * sources
 */
export function startWorkerProcess(
  limits: { startMs: number; sentenceMs: number },
  entry: ContainedEntry = containedEntry(PROGRAM),
): WorkerProcess {
  const child = startContained(entry);
  let residentBytes = 0;
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  const ready = nextMessage(child, limits.startMs);
  // A caller learns of it when it asks for a translation.
  ready.catch(() => undefined);
  return {
    pid: child.pid,
    get ended() {
      return ended;
    },
    get residentBytes() {
      return residentBytes;
    },
    async translate(job) {
      await ready;
      const answer = nextMessage(child, limits.sentenceMs);
      // When the job cannot be sent, the process is ending, and the answer rejects.
      child.send(job, (error) => error && child.kill('SIGKILL'));
      const message = await answer;
      if (message.kind === 'unusable') throw new ModelRefusedError(message.id, message.reason);
      if (message.kind === 'out-of-memory') throw new WorkerMemoryError(message.id);
      if (message.kind !== 'translated') throw new WorkerGoneError('The worker gave no answer');
      residentBytes = message.residentBytes;
      return message.text;
    },
    kill() {
      ended = true;
      child.kill('SIGKILL');
    },
  };
}

function nextMessage(child: ChildProcess, ms: number): Promise<WorkerMessage> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), ms);
    const onMessage = (message: WorkerMessage) => {
      stopListening();
      resolve(message);
    };
    const onEnd = () => {
      stopListening();
      reject(new WorkerGoneError('The process that translates ended'));
    };
    function stopListening() {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
    }
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd);
    if (!child.connected) onEnd();
  });
}
