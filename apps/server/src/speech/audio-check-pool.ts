import type { AudioCheck, AudioChecker } from '@dragoman/functions/speech/audio-check';
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
  /** Process ids of those that run. */
  pids(): number[];
  /** Ends every process; who waits is told that checking is busy. */
  close(): void;
}

interface Slot {
  process: AudioCheckProcess | null;
  busy: boolean;
  idle: NodeJS.Timeout | undefined;
}

const BUSY: AudioCheck = { ok: false, fault: 'busy' };
const NOT_AUDIO: AudioCheck = { ok: false, fault: 'not-audio' };

/**
 * Checks recordings in separate processes, which are started on demand, ended when idle, and
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
  async function checkIn(slot: Slot, bytes: Uint8Array<ArrayBuffer>): Promise<AudioCheck | null> {
    try {
      return (await slot.process?.check(bytes)) ?? null;
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

  async function checkWith(slot: Slot, bytes: Uint8Array<ArrayBuffer>): Promise<AudioCheck> {
    if (slot.process) {
      const check = await checkIn(slot, bytes);
      if (check) return check;
      // Perhaps an earlier recording's doing, or that of a machine short of memory: a fresh process decides.
    }
    if (closed || !(await startIn(slot))) return BUSY;
    const check = await checkIn(slot, bytes);
    if (check) return check;
    if (closed) return BUSY;
    log.warn({ bytes: bytes.byteLength }, 'a recording ended the process that checks recordings');
    return NOT_AUDIO;
  }

  return {
    async check(bytes) {
      const slot = await enter();
      if (!slot) return BUSY;
      try {
        return await checkWith(slot, bytes);
      } finally {
        leave(slot);
      }
    },
    pids: () => slots.flatMap(({ process }) => process?.pid ?? []),
    close() {
      closed = true;
      for (const refuse of waiting.splice(0)) refuse(null);
      for (const slot of slots) end(slot);
    },
  };
}
