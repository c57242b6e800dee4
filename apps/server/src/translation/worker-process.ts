import type { ChildProcess } from 'node:child_process';
import { type ContainedProgram, containedEntry, startContained } from '../util/contained-process.ts';
import type { TranslateJob, WorkerMessage } from './worker/messages.ts';

/** The process ended, or was ended, before it had answered. */
export class WorkerGoneError extends Error {
  override readonly name = 'WorkerGoneError';
}

/** The worker cannot load this model. The process ends after that. */
export class ModelRefusedError extends Error {
  override readonly name = 'ModelRefusedError';
  readonly id: string;

  constructor(id: string) {
    super(`The engine cannot load the model ${id}`);
    this.id = id;
  }
}

/** One process that translates sentences, one at a time. */
export interface WorkerProcess {
  readonly pid: number | undefined;
  readonly ended: boolean;
  /** Memory of the process after its last sentence, in bytes. */
  readonly residentBytes: number;
  /** @throws {WorkerGoneError} @throws {ModelRefusedError} */
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

/** @param limits milliseconds that it may take to start, and for one sentence with the loading of its models */
export function startWorkerProcess(limits: { startMs: number; sentenceMs: number }): WorkerProcess {
  const child = startContained(containedEntry(PROGRAM));
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
      if (message.kind === 'unusable') throw new ModelRefusedError(message.id);
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
