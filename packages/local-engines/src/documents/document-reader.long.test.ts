import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { WorkerEntry } from '../workers/worker-process.ts';
import {
  createDocumentReader,
  type DocumentReaderOptions,
  type LocalDocumentReader,
  startReaderProcess,
} from './document-reader.ts';

// Real processes that do as they are told, so that what is bad in a picture need not be found by
// chance.
const entry = { file: path.join(import.meta.dirname, 'testing/fake-worker.mjs'), execArgv: [] };

const log = { info: vi.fn(), warn: vi.fn() };
let reader: LocalDocumentReader;
let limits: { startMs: number; jobMs: number };
afterEach(() => {
  log.info.mockClear();
  log.warn.mockClear();
  return reader.close();
});

function open(
  options: Partial<DocumentReaderOptions> = {},
  program: WorkerEntry = entry,
): LocalDocumentReader {
  const all = {
    engine: 'tesseract' as const,
    paddlePackage: null,
    processes: 1,
    queue: 20,
    pictureMs: 10_000,
    startMs: 10_000,
    recycleAfter: 100,
    recycleBytes: 1_000_000,
    idleMs: 60_000,
    ...options,
  };
  limits = { startMs: all.startMs, jobMs: all.pictureMs };
  reader = createDocumentReader(all, log, () => startReaderProcess(limits, all, program));
  return reader;
}

/** @returns the id of the process that read the picture */
async function read(told: string, signal?: AbortSignal): Promise<number> {
  const { codes } = await reader.read(Buffer.from(told), 'text', { signal });
  return Number(codes[0]);
}

/** Whether a process of this id is there. */
function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('starts with the first picture and stays for the next', async () => {
  open();
  expect(reader.pids()).toEqual([]);
  const pid = await read('r');
  expect(pid).not.toBe(process.pid);
  expect(await read('r')).toBe(pid);
  await expect(read('n')).rejects.toMatchObject({ failure: 'not-an-image' });
  expect(await read('r')).toBe(pid);
});

test('pictures wait for their turn, but no more than the queue holds', async () => {
  open({ queue: 2 });
  const answers = await Promise.allSettled(['r', 'r', 'r', 'r', 'r'].map((told) => read(told)));
  expect(answers.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect(answers[4]).toMatchObject({ reason: { failure: 'busy' } });
});

test('several processes work at a time', async () => {
  open({ processes: 2 });
  const pids = await Promise.all([read('r'), read('r')]);
  expect(new Set(pids).size).toBe(2);
});

test('one that hangs is ended, and the next picture gets a fresh one', async () => {
  open();
  const before = await read('r');
  // Only what hangs is held to a short time: a busy machine may take longer for the others.
  limits.jobMs = 300;
  await expect(read('h')).rejects.toMatchObject({ failure: 'timeout' });
  limits.jobMs = 10_000;
  expect(await read('r')).not.toBe(before);
  await vi.waitFor(() => expect(lives(before)).toBe(false), 10_000);
});

test('one that is killed in the midst of a picture is replaced, and the picture read after all', async () => {
  open();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-pool-'));
  try {
    const before = await read('r');
    expect(await read(`o${path.join(folder, 'done')}`)).not.toBe(before);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a picture that ends every process is given up, and those that wait are read', async () => {
  open();
  const [deadly, next] = await Promise.allSettled([read('d'), read('r')]);
  expect(deadly).toMatchObject({ status: 'rejected', reason: { failure: 'gave-up' } });
  expect(next.status).toBe('fulfilled');
});

test('a program that cannot start is told apart from a picture that cannot be read, and the log says why', async () => {
  open({}, { ...entry, file: path.join(import.meta.dirname, 'testing/missing.mjs') });
  await expect(read('r')).rejects.toMatchObject({ failure: 'unavailable' });
  expect(log.warn).toHaveBeenCalledWith(
    expect.objectContaining({ reason: expect.stringContaining('ended') }),
    expect.stringContaining('could not start'),
  );
});

test('so is one that cannot load the rest of what it needs when it reads already', async () => {
  open();
  await expect(read('l')).rejects.toMatchObject({ failure: 'unavailable' });
  expect(log.warn.mock.calls).toEqual([
    [{ reason: 'no model', cause: undefined }, 'the reader of pictures could not start'],
  ]);
  await read('r');
});

test('so is one that never gets ready', async () => {
  open({ startMs: 1 });
  await expect(read('r')).rejects.toMatchObject({ failure: 'unavailable' });
  expect(log.warn).toHaveBeenCalledWith({ ms: 1 }, expect.stringContaining('too long to start'));
});

test('one that has read enough, or has grown, makes way for a fresh one', async () => {
  open({ recycleAfter: 2 });
  const first = await read('r');
  expect(await read('r')).toBe(first);
  const second = await read('g');
  expect(second).not.toBe(first);
  expect(await read('r')).not.toBe(second);
  await vi.waitFor(() => expect([first, second].some(lives)).toBe(false), 10_000);
});

test('one without work ends', async () => {
  open({ idleMs: 20 });
  const pid = await read('r');
  await vi.waitFor(() => expect(lives(pid)).toBe(false), { timeout: 10_000 });
  expect(reader.pids()).toEqual([]);
  expect(await read('r')).not.toBe(pid);
});

test('what a process leaves behind goes with it, even if it is killed', async () => {
  open();
  const { codes } = await reader.read(Buffer.from('t'), 'text');
  const [folder = ''] = codes;
  expect(existsSync(folder)).toBe(true);
  await reader.close();
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), 10_000);
});

test('who leaves is let go at once, and the others are read', async () => {
  open();
  const leaving = new AbortController();
  const first = read('r');
  const left = read('r', leaving.signal);
  const last = read('r');
  leaving.abort();
  await expect(left).rejects.toMatchObject({ failure: 'timeout' });
  expect(await first).toBe(await last);
});

test('closing ends what runs, and refuses what waits', async () => {
  open({ pictureMs: 60_000 });
  const pid = await read('r');
  const settled = Promise.allSettled([read('h'), read('r')]);
  await reader.close();
  for (const one of await settled) {
    expect(one).toMatchObject({ status: 'rejected', reason: { failure: 'unavailable' } });
  }
  await vi.waitFor(() => expect(lives(pid)).toBe(false), 10_000);
  await expect(read('r')).rejects.toMatchObject({ failure: 'unavailable' });
});
