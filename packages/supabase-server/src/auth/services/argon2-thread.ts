import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

export type Argon2Job =
  | { kind: 'hash'; password: string; options: Options }
  | { kind: 'verify'; password: string; stored: string };

/**
 * A thread that runs Argon2 at a lower priority than other work. One job at a time; the caller
 * queues.
 */
export interface Argon2Thread {
  /** @throws what Argon2 throws, and when the thread ended before it answered */
  run(job: Argon2Job): Promise<string | boolean>;
  close(): Promise<void>;
}

/**
 * A hash takes tens of milliseconds of a processor. With the default priority it takes turns with
 * the event loop and with PostgreSQL, so others' requests wait whenever people sign in. This one
 * yields, and still gets about a third of what others get.
 */
const NICENESS = 5;

// The source is a text, since no build or loader has to find it then. On Linux a thread has a
// priority of its own; elsewhere this would set the whole process's. The pool's threads of libuv,
// which Argon2's asynchronous calls use, cannot be told apart.
const SOURCE = `
const { parentPort, workerData } = require('node:worker_threads');
const os = require('node:os');
const { hashSync, verifySync } = require(workerData.argon2);
if (process.platform === 'linux') os.setPriority(0, workerData.niceness);
parentPort.on('message', (job) => {
  try {
    const answer = job.kind === 'hash'
      ? hashSync(job.password, job.options)
      : verifySync(job.stored, job.password);
    parentPort.postMessage({ answer });
  } catch (error) {
    parentPort.postMessage({ failure: String(error && error.message) });
  }
});
`;

interface Answer {
  answer?: string | boolean;
  failure?: string;
}

/** Starts with the first job, and again when it has died. */
export function createArgon2Thread(): Argon2Thread {
  const workerData = {
    argon2: createRequire(import.meta.url).resolve('@node-rs/argon2'),
    niceness: NICENESS,
  };
  let worker: Worker | null = null;

  function started(): Worker {
    if (worker !== null) return worker;
    // Without the loaders and profilers of the main thread.
    const fresh = new Worker(SOURCE, { eval: true, workerData, execArgv: [] });
    fresh.once('exit', () => {
      if (worker === fresh) worker = null;
    });
    // A running job handles the error itself; without a job it can be ignored.
    fresh.on('error', () => undefined);
    worker = fresh;
    return fresh;
  }

  return {
    run(job) {
      const thread = started();
      // Keeps the process alive only while a caller waits.
      thread.ref();
      return new Promise((resolve, reject) => {
        const settle = (finish: () => void) => {
          thread.off('message', onMessage).off('error', onError).off('exit', onExit);
          thread.unref();
          finish();
        };
        const onMessage = ({ answer, failure }: Answer) =>
          settle(() => (answer === undefined ? reject(new Error(failure)) : resolve(answer)));
        const onError = (error: Error) => settle(() => reject(error));
        const onExit = () => settle(() => reject(new Error('the hashing thread ended')));
        thread.on('message', onMessage).on('error', onError).on('exit', onExit);
        thread.postMessage(job);
      });
    },
    async close() {
      await worker?.terminate();
    },
  };
}
