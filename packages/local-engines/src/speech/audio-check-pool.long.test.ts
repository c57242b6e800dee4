import { recordingOf } from '@dragoman/functions/testing/recordings';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { WorkerGoneError } from '../workers/worker-errors.ts';
import type { PoolProcess } from '../workers/worker-pool.ts';
import {
  type AudioAnswer,
  type AudioCheckPool,
  type AudioJob,
  createAudioCheckPool,
  startAudioCheckProcess,
} from './audio-check-pool.ts';

const GOOD = { ok: true, audio: { mimeType: 'audio/webm', fileName: 'audio.webm', seconds: 1 } } as const;
const BUSY = { ok: false, fault: 'busy' };
const NOT_AUDIO = { ok: false, fault: 'not-audio' };
const BYTES = new Uint8Array(3);

let pool: AudioCheckPool;
afterEach(() => pool.close());

interface Told {
  ready?: () => Promise<void>;
  /** Told how many recordings this process was asked about before. */
  check?: (index: number) => Promise<typeof GOOD>;
}

/** @param tell what the process does that is started as the n-th */
function open(tell: (index: number) => Told, options: { processes?: number; queue?: number } = {}) {
  const started: PoolProcess<AudioJob, AudioAnswer>[] = [];
  const log = { warn: vi.fn() };
  pool = createAudioCheckPool({ processes: 1, queue: 2, idleMs: 60_000, log, ...options }, () => {
    const { ready, check } = tell(started.length);
    let asked = 0;
    const process: PoolProcess<AudioJob, AudioAnswer> = {
      pid: started.length,
      ended: false,
      residentBytes: 0,
      async run() {
        await ready?.();
        return (await check?.(asked++)) ?? GOOD;
      },
      kill: vi.fn(),
    };
    started.push(process);
    return process;
  });
  return { started, log };
}

const ended = () => Promise.reject(new WorkerGoneError('ended'));
const notStarted = () => Promise.reject(new WorkerGoneError('ended', null, { atStart: true }));

describe('a pool that checks recordings', () => {
  test('starts a process for the first one and keeps it', async () => {
    const { started } = open(() => ({}));
    expect(pool.pids()).toEqual([]);
    for (let n = 0; n < 3; n++) expect(await pool.check(BYTES)).toEqual(GOOD);
    expect(started).toHaveLength(1);
  });

  test('takes a recording that ends a fresh process for none, and goes on', async () => {
    const { started, log } = open((index) => (index === 0 ? { check: ended } : {}));
    expect(await pool.check(BYTES)).toEqual(NOT_AUDIO);
    expect(log.warn).toHaveBeenCalledExactlyOnceWith({ bytes: 3 }, expect.any(String));
    expect(await pool.check(BYTES)).toEqual(GOOD);
    expect(started).toHaveLength(2);
  });

  test('blames no recording for the end of a process that had read others', async () => {
    const { log } = open((index) => ({
      check: (asked) => (index === 0 && asked > 0 ? ended() : Promise.resolve(GOOD)),
    }));
    await pool.check(BYTES);
    expect(await pool.check(BYTES)).toEqual(GOOD);
    expect(log.warn).not.toHaveBeenCalled();
  });

  test('is busy while no process starts', async () => {
    const { log } = open((index) => (index === 0 ? { ready: notStarted } : {}));
    expect(await pool.check(BYTES)).toEqual(BUSY);
    expect(log.warn).toHaveBeenCalledOnce();
    expect(await pool.check(BYTES)).toEqual(GOOD);
  });

  test('has recordings wait for their turn, but no more than the queue holds', async () => {
    open(() => ({}), { processes: 2, queue: 1 });
    const answers = await Promise.all([1, 2, 3, 4].map(() => pool.check(BYTES)));
    expect(answers).toEqual([GOOD, GOOD, GOOD, BUSY]);
  });

  test('that is closed ends its processes and rejects waiting checks', async () => {
    let end = (_: Error) => {};
    const hanging = () => new Promise<never>((_, reject) => (end = reject));
    const { started } = open(() => ({ check: hanging }));
    const [reading, waiting] = [pool.check(BYTES), pool.check(BYTES)];
    await vi.waitFor(() => expect(pool.pids()).toHaveLength(1), 10_000);
    vi.mocked(started[0]?.kill as () => void).mockImplementation(() => end(new WorkerGoneError('killed')));
    pool.close();
    expect(await Promise.all([reading, waiting, pool.check(BYTES)])).toEqual([BUSY, BUSY, BUSY]);
    expect(started).toHaveLength(1);
  });
});

test('a real process that hangs is ended, and another one checks the next recording', async () => {
  const log = { warn: vi.fn() };
  const pids: number[] = [];
  pool = createAudioCheckPool({ processes: 1, queue: 0, idleMs: 60_000, log }, () => {
    const first = pids.length === 0;
    const started = startAudioCheckProcess({
      startMs: 60_000,
      checkMs: first ? 300 : 60_000,
      convertMs: 60_000,
    });
    const pid = started.pid as number;
    pids.push(pid);
    if (!first) return started;
    return {
      ...started,
      async run(job) {
        await started.ready;
        process.kill(pid, 'SIGSTOP');
        return started.run(job);
      },
    };
  });
  const recording = await recordingOf('webm', 1);
  expect(await pool.check(recording)).toEqual(NOT_AUDIO);
  expect(log.warn).toHaveBeenCalledOnce();
  expect(await pool.check(recording)).toMatchObject({ ok: true, audio: { mimeType: 'audio/webm' } });
  expect(pool.pids()).toEqual([pids[1]]);
}, 60_000);
