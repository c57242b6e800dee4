import type { ChildProcess } from 'node:child_process';
import type { AudioCheck } from '@dragoman/functions/speech/audio-check';
import { type ContainedProgram, containedEntry, startContained } from '../util/contained-process.ts';

/** One process that checks recordings, one at a time. */
export interface AudioCheckProcess {
  readonly pid: number | undefined;
  /** Resolves once it may be asked. Rejects when it ended first. */
  readonly ready: Promise<void>;
  /** Rejects when it ended, or was ended for the time it took, before it had answered. */
  check(bytes: Uint8Array<ArrayBuffer>): Promise<AudioCheck>;
  /** Ends it at once, whatever it does. */
  kill(): void;
}

const PROGRAM: ContainedProgram = {
  source: 'speech/audio-check-worker.ts',
  built: 'audio-check-worker',
  heapMb: 64,
};

/** @param limits milliseconds that it may take to load, and for one recording */
export function startAudioCheckProcess(limits: { startMs: number; checkMs: number }): AudioCheckProcess {
  const child = startContained(containedEntry(PROGRAM));
  return {
    pid: child.pid,
    ready: nextMessage(child, limits.startMs).then(() => undefined),
    check(bytes) {
      const answer = nextMessage<AudioCheck>(child, limits.checkMs);
      // When it cannot be sent, the process is ending, and the answer rejects.
      child.send(bytes, (error) => error && child.kill('SIGKILL'));
      return answer;
    },
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
