import path from 'node:path';
import type { AudioCheck, AudioChecker, AudioFault } from '@dragoman/functions/speech/audio-check';
import type { AudioConversion, AudioConverter } from '@dragoman/functions/speech/convert-handler';
import { WorkerGoneError } from '../workers/worker-errors.ts';
import { createWorkerPool, type PoolErrors, type PoolProcess } from '../workers/worker-pool.ts';
import {
  startWorkerProcess,
  type WorkerProcess,
  type WorkerProgram,
  workerEntry,
} from '../workers/worker-process.ts';

/** A message to the process. */
export interface AudioJob {
  kind: 'check' | 'convert';
  bytes: Uint8Array<ArrayBuffer>;
}

/** The answer to either kind of job. */
export type AudioAnswer = AudioCheck | AudioConversion;

export interface AudioCheckPoolOptions {
  /** Recordings checked at a time, each by a process of its own. */
  processes: number;
  /** Recordings that may wait for their turn. */
  queue: number;
  /** Milliseconds without work after which a process ends. */
  idleMs: number;
  log: AudioCheckLog;
}

interface AudioCheckLog {
  warn(fields: Record<string, unknown>, message: string): void;
}

export interface AudioCheckPool {
  check: AudioChecker;
  convert: AudioConverter;
  /** Process ids of those that run. */
  pids(): number[];
  /** Ends every process; waiting callers get the error that checking is busy. */
  close(): void;
}

/**
 * Checks and converts recordings in separate processes, which are started on demand, ended when idle, and
 * replaced after a crash or a hang. A recording that crashes a fresh process, or uses up its time,
 * is invalid.
 */
export function createAudioCheckPool(
  { processes, queue, idleMs, log }: AudioCheckPoolOptions,
  start: () => PoolProcess<AudioJob, AudioAnswer>,
): AudioCheckPool {
  const pool = createWorkerPool<AudioJob, AudioAnswer>(
    {
      workers: processes,
      queue: { items: queue, itemsOfKey: queue },
      idleMs,
      errors: audioErrors(log),
    },
    start,
  );

  async function run(job: AudioJob): Promise<AudioAnswer> {
    try {
      return await pool.run(job);
    } catch (error) {
      return { ok: false, fault: (error as AudioFaultError).fault };
    }
  }

  return {
    check: (bytes) => run({ kind: 'check', bytes }) as Promise<AudioCheck>,
    convert: (bytes) => run({ kind: 'convert', bytes }) as Promise<AudioConversion>,
    pids: pool.pids,
    close: pool.close,
  };
}

class AudioFaultError extends Error {
  override readonly name = 'AudioFaultError';
  readonly fault: AudioFault;

  constructor(fault: AudioFault, cause: unknown) {
    super(`The recording was not checked: ${fault}`, { cause });
    this.fault = fault;
  }
}

function audioErrors(log: AudioCheckLog): PoolErrors<AudioJob> {
  return {
    refusal: (_why, cause) => new AudioFaultError('busy', cause),
    failure({ job, error, isFresh }) {
      if (!(error instanceof WorkerGoneError) || error.atStart) {
        log.warn({}, 'the process that checks recordings could not be started');
        return new AudioFaultError('busy', error);
      }
      // Perhaps an earlier recording's doing, or that of a machine short of memory: a fresh process
      // decides.
      if (!isFresh) return null;
      log.warn({ bytes: job.bytes.byteLength }, 'a recording ended the process that checks recordings');
      return new AudioFaultError('not-audio', error);
    },
  };
}

const PROGRAM: WorkerProgram = {
  source: path.join(import.meta.dirname, 'audio-check-worker.ts'),
  built: 'audio-check-worker',
  heapMb: 64,
};

/** @param limits milliseconds that it may take to load, and for one recording */
export function startAudioCheckProcess(limits: {
  startMs: number;
  checkMs: number;
  convertMs: number;
}): WorkerProcess<AudioJob, AudioAnswer> {
  const jobMs = ({ kind }: AudioJob) => (kind === 'check' ? limits.checkMs : limits.convertMs);
  return startWorkerProcess(workerEntry(PROGRAM), { startMs: limits.startMs, jobMs });
}
