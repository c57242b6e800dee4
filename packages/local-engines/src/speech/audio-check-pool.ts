import type { AudioChecker } from '@dragoman/functions/speech/audio-check';
import type { AudioConverter } from '@dragoman/functions/speech/convert-handler';
import type { AudioCheckProcess } from './audio-check-process.ts';

export interface AudioCheckPoolOptions {
  /** Recordings checked at a time, each by a process of its own. */
  processes: number;
  /** Recordings that may wait for their turn. */
  queue: number;
  /** Milliseconds without work after which a process ends. */
  idleMs: number;
  log: { warn(fields: Record<string, unknown>, message: string): void };
}

export interface AudioCheckPool {
  check: AudioChecker;
  convert: AudioConverter;
  /** Process ids of those that run. */
  pids(): number[];
  /** Ends every process; waiting callers get the error that checking is busy. */
  close(): void;
}

interface Slot {
  process: AudioCheckProcess | null;
  busy: boolean;
  idle: NodeJS.Timeout | undefined;
}

const BUSY = { ok: false, fault: 'busy' } as const;
const NOT_AUDIO = { ok: false, fault: 'not-audio' } as const;

/** What a process is asked to do with one recording. */
type Job<Answer> = (process: AudioCheckProcess) => Promise<Answer>;

/**
 * Checks and converts recordings in separate processes, which are started on demand, ended when idle, and
 * replaced after a crash or a hang. A recording that crashes a fresh process, or uses up its time,
 * is invalid.
 */
export function createAudioCheckPool(
  { processes, queue, idleMs, log }: AudioCheckPoolOptions,
  start: () => AudioCheckProcess,
): AudioCheckPool {
  const slots: Slot[] = Array.from({ length: processes }, () => ({
    process: null,
    busy: false,
    idle: undefined,
  }));
  const waiting: Array<(slot: Slot | null) => void> = [];
  let closed = false;

  async function enter(): Promise<Slot | null> {
    if (closed) return null;
    const free = slots.find(({ busy, process }) => !busy && process) ?? slots.find(({ busy }) => !busy);
    if (free) {
      free.busy = true;
      clearTimeout(free.idle);
      return free;
    }
    if (waiting.length >= queue) return null;
    return new Promise((resolve) => waiting.push(resolve));
  }

  function leave(slot: Slot): void {
    const next = waiting.shift();
    if (next) {
      next(slot);
      return;
    }
    slot.busy = false;
    slot.idle = setTimeout(() => end(slot), idleMs).unref();
  }

  function end(slot: Slot): void {
    slot.process?.kill();
    slot.process = null;
  }

  /** @returns null when the process ended over it */
  async function runIn<Answer>(slot: Slot, job: Job<Answer>): Promise<Answer | null> {
    try {
      return slot.process && (await job(slot.process));
    } catch {
      end(slot);
      return null;
    }
  }

  async function startIn(slot: Slot): Promise<boolean> {
    try {
      slot.process = start();
      await slot.process.ready;
      return true;
    } catch {
      end(slot);
      if (!closed) log.warn({}, 'the process that checks recordings could not be started');
      return false;
    }
  }

  async function runWith<Answer>(slot: Slot, bytes: number, job: Job<Answer>) {
    if (slot.process) {
      const answer = await runIn(slot, job);
      if (answer) return answer;
      // Perhaps an earlier recording's doing, or that of a machine short of memory: a fresh process
      // decides.
    }
    if (closed || !(await startIn(slot))) return BUSY;
    const answer = await runIn(slot, job);
    if (answer) return answer;
    if (closed) return BUSY;
    log.warn({ bytes }, 'a recording ended the process that checks recordings');
    return NOT_AUDIO;
  }

  async function run<Answer>(bytes: number, job: Job<Answer>) {
    const slot = await enter();
    if (!slot) return BUSY;
    try {
      return await runWith(slot, bytes, job);
    } finally {
      leave(slot);
    }
  }

  return {
    check: (bytes) => run(bytes.byteLength, (process) => process.check(bytes)),
    convert: (bytes) => run(bytes.byteLength, (process) => process.convert(bytes)),
    pids: () => slots.flatMap(({ process }) => process?.pid ?? []),
    close() {
      closed = true;
      for (const refuse of waiting.splice(0)) refuse(null);
      for (const slot of slots) end(slot);
    },
  };
}
