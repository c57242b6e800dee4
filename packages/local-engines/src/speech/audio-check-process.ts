import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { AudioCheck } from '@dragoman/functions/speech/audio-check';
import type { AudioConversion } from '@dragoman/functions/speech/convert-handler';
import { type ContainedProgram, containedEntry, startContained } from '../workers/contained-process.ts';

/** A message to the process. */
export interface AudioJob {
  kind: 'check' | 'convert';
  bytes: Uint8Array<ArrayBuffer>;
}

/** One process that checks or converts recordings, one at a time. */
export interface AudioCheckProcess {
  readonly pid: number | undefined;
  /** Resolves once it may be asked. Rejects when it ended first. */
  readonly ready: Promise<void>;
  /** Rejects when it ended, or was ended for the time it took, before it had answered. */
  check(bytes: Uint8Array<ArrayBuffer>): Promise<AudioCheck>;
  /** Rejects like `check`. */
  convert(bytes: Uint8Array<ArrayBuffer>): Promise<AudioConversion>;
  /** Ends the process at once, even during a job. */
  kill(): void;
}

const PROGRAM: ContainedProgram = {
  source: path.join(import.meta.dirname, 'audio-check-worker.ts'),
  built: 'audio-check-worker',
  heapMb: 64,
};

/** @param limits milliseconds that it may take to load, and for one recording */
export function startAudioCheckProcess(limits: {
  startMs: number;
  checkMs: number;
  convertMs: number;
}): AudioCheckProcess {
  const child = startContained(containedEntry(PROGRAM));

  function ask<Answer>(job: AudioJob, ms: number): Promise<Answer> {
    const answer = nextMessage<Answer>(child, ms);
    // If it cannot be sent, the process is ending, and the answer rejects.
    child.send(job, (error) => error && child.kill('SIGKILL'));
    return answer;
  }

  return {
    pid: child.pid,
    ready: nextMessage(child, limits.startMs).then(() => undefined),
    check: (bytes) => ask({ kind: 'check', bytes }, limits.checkMs),
    convert: (bytes) => ask({ kind: 'convert', bytes }, limits.convertMs),
    kill() {
      child.kill('SIGKILL');
    },
  };
}

function nextMessage<T>(child: ChildProcess, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), ms);
    const onMessage = (message: unknown) => {
      stopListening();
      resolve(message as T);
    };
    const onEnd = () => {
      stopListening();
      reject(new Error('the process that checks recordings ended'));
    };
    function stopListening() {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
    }
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd);
    if (!child.connected) onEnd();
  });
}
