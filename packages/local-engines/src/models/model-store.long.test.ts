import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Clock, systemClock } from '@dragoman/functions/providers/retry';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { importModels } from './import-models.ts';
import { createModelStore, type ModelStoreOptions, type RunningModelStore } from './model-store.ts';
import {
  breakAfter,
  type Registry,
  sampleModel,
  stallAfter,
  startRegistry,
  status,
  zstdFrame,
} from './testing/registry.ts';

const CONTENT = randomBytes(200_000);
const PACKED = zstdFrame(CONTENT);
const PATH = '/translation-en-zh.zst';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let folder: string;
let registry: Registry;
let stores: RunningModelStore[];
/** Waits between attempts end when a test ends them. */
let wake: Array<() => void>;
const clock: Clock = {
  ...systemClock,
  sleep: (_ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      wake.push(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    }),
};

function storeOf(options: Partial<ModelStoreOptions> = {}): RunningModelStore {
  const models = [sampleModel(registry.url, CONTENT)];
  const store = createModelStore({ models, folder, mirror: null, clock, log: silent, ...options });
  stores.push(store);
  return store;
}

const stateOf = (store: RunningModelStore) => store.statuses()[0];
const becomes = (store: RunningModelStore, state: object) =>
  vi.waitFor(() => expect(stateOf(store)).toMatchObject(state), { timeout: 20_000 });
const file = (name: string) => path.join(folder, 'translation-en-zh', name);

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-store-'));
  registry = await startRegistry({ [PATH]: PACKED });
  stores = [];
  wake = [];
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
});

it('downloads, unpacks and verifies a model, and knows it at the next start', async () => {
  const store = storeOf();
  expect(stateOf(store)).toMatchObject({ state: 'missing', id: 'translation-en-zh' });
  const progress: number[] = [];
  store.onChange(() => {
    const state = stateOf(store);
    if (state?.state === 'downloading') progress.push(state.bytes);
  });
  expect(store.files('translation-en-zh')).toBeNull();
  store.start();
  await becomes(store, { state: 'ready' });
  expect(readFileSync(store.files('translation-en-zh')?.model as string)).toEqual(CONTENT);
  expect(progress.at(-1)).toBe(PACKED.length);
  expect(existsSync(file('model.bin.part'))).toBe(false);

  const next = storeOf();
  next.start();
  await becomes(next, { state: 'ready' });
  expect(registry.requests).toEqual([`GET ${PATH}`]);
});

it('follows redirects, and asks a mirror where one is set', async () => {
  registry.next.push((_, response) => void response.writeHead(302, { location: `/moved${PATH}` }).end());
  const store = storeOf();
  store.start();
  await becomes(store, { state: 'ready' });
  expect(registry.requests).toEqual([`GET ${PATH}`, `GET /moved${PATH}`]);

  rmSync(path.join(folder, 'translation-en-zh'), { recursive: true });
  const mirrored = storeOf({ mirror: `${registry.url}/mirror` });
  mirrored.start();
  await becomes(mirrored, { state: 'failed', failure: 'refused' });
  expect(registry.requests.at(-1)).toBe('GET /mirror/translation-en-zh/translation-en-zh.zst');
});

it('continues what was interrupted', async () => {
  registry.next.push(breakAfter(100_000));
  const store = storeOf();
  store.start();
  await becomes(store, { state: 'failed', failure: 'network', retryAt: expect.any(Number) });
  const arrived = statSync(file('model.bin.part')).size;
  expect(arrived).toBeGreaterThan(0);
  store.retry('translation-en-zh');
  await becomes(store, { state: 'ready' });
  expect(registry.requests).toEqual([`GET ${PATH}`, `GET ${PATH} bytes=${arrived}-`]);
});

it('continues after the server was stopped, and when a Range is ignored', async () => {
  registry.next.push(stallAfter(50_000), (_request, response, body) => void response.end(body));
  const store = storeOf();
  store.start();
  await becomes(store, { state: 'downloading', bytes: 50_000 });
  await store.close();
  expect(statSync(file('model.bin.part')).size).toBe(50_000);
  const next = storeOf();
  next.start();
  await becomes(next, { state: 'ready' });
  expect(registry.requests[1]).toBe(`GET ${PATH} bytes=50000-`);
});

it('gives up a connection that brings nothing', async () => {
  registry.next.push(stallAfter(10));
  const store = storeOf({ idleMs: 50 });
  store.start();
  await becomes(store, { state: 'failed', failure: 'network' });
});

it.each([
  ['another file', zstdFrame(randomBytes(200_000)), 'wrong-content'],
  ['a longer file', Buffer.concat([PACKED, Buffer.alloc(10)]), 'wrong-content'],
  ['no file at all', Buffer.from('<html>Welcome to the venue</html>'), 'network'],
])('does not install %s', async (_, body, failure) => {
  registry.next.push((_request, response) => void response.end(body));
  const store = storeOf();
  store.start();
  await becomes(store, { state: 'failed', failure });
  expect(existsSync(file('model.bin'))).toBe(false);
  if (failure === 'wrong-content') expect(existsSync(file('model.bin.part'))).toBe(false);
});

it('tries again after errors of the server, and after hours without a network', async () => {
  registry.next.push(status(500), status(404));
  const store = storeOf();
  store.start();
  for (const tries of [1, 2]) {
    await vi.waitFor(() => expect(wake).toHaveLength(tries), 10_000);
    expect(stateOf(store)).toMatchObject({ state: 'failed', failure: 'refused' });
    wake[tries - 1]?.();
  }
  await becomes(store, { state: 'ready' });

  const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'dragoman-store-'));
  const unreachable = storeOf({ folder: elsewhere, models: [sampleModel('http://127.0.0.1:1', CONTENT)] });
  unreachable.start();
  await becomes(unreachable, { state: 'failed', failure: 'network' });
  rmSync(elsewhere, { recursive: true, force: true });
});

it('says that the folder cannot be written', async () => {
  const blocked = path.join(folder, 'a-file');
  writeFileSync(blocked, '');
  const store = storeOf({ folder: blocked });
  store.start();
  await becomes(store, { state: 'failed', failure: 'read-only' });
});

// Linux has a device on which every write fails as on a full disk.
it.skipIf(process.platform !== 'linux')(
  'says that the disk is full, and goes on when it is not',
  async () => {
    mkdirSync(path.dirname(file('model.bin')), { recursive: true });
    symlinkSync('/dev/full', file('model.bin.part'));
    const store = storeOf();
    store.start();
    await becomes(store, { state: 'failed', failure: 'disk-full', retryAt: expect.any(Number) });
    rmSync(file('model.bin.part'));
    store.retry('translation-en-zh');
    await becomes(store, { state: 'ready' });
  },
);

it('waits for another process, and continues its download when that was killed', async () => {
  registry.next.push(stallAfter(100_000));
  const program = fileURLToPath(new URL('./testing/download-process.ts', import.meta.url));
  const model = JSON.stringify(sampleModel(registry.url, CONTENT));
  const child = fork(program, [folder, model], { execArgv: ['--import', 'tsx'] });
  try {
    await vi.waitFor(() => expect(statSync(file('model.bin.part')).size).toBe(100_000), { timeout: 20_000 });
    const store = storeOf();
    store.start();
    await becomes(store, { state: 'waiting' });
    child.kill('SIGKILL');
    await once(child, 'exit');
    // Acts as if ten seconds had passed without a renewal of the lock.
    const past = new Date(Date.now() - 11_000);
    utimesSync(path.join(folder, 'translation-en-zh.lock'), past, past);
    for (const end of wake) end();
    await becomes(store, { state: 'ready' });
  } finally {
    child.kill('SIGKILL');
  }
  expect(readFileSync(file('model.bin'))).toEqual(CONTENT);
  expect(registry.requests).toEqual([`GET ${PATH}`, `GET ${PATH} bytes=100000-`]);
}, 40_000);

it('two at once: one downloads, the other waits for it', async () => {
  let release: () => void = () => undefined;
  registry.next.push((_request, response, body) => {
    release = () => void response.end(body);
  });
  const first = storeOf();
  first.start();
  await vi.waitFor(() => expect(registry.requests).toHaveLength(1), 10_000);
  const second = storeOf();
  second.start();
  await becomes(second, { state: 'waiting' });
  release();
  await becomes(first, { state: 'ready' });
  for (const end of wake) end();
  await becomes(second, { state: 'ready' });
  expect(registry.requests).toHaveLength(1);
});

it('replaces files that are damaged, and those that the engine cannot load', async () => {
  const store = storeOf();
  store.start();
  await becomes(store, { state: 'ready' });
  await store.close();
  writeFileSync(file('model.bin'), randomBytes(CONTENT.length));
  const next = storeOf();
  next.start();
  await becomes(next, { state: 'ready' });
  expect(readFileSync(file('model.bin'))).toEqual(CONTENT);

  next.markUnusable('translation-en-zh', 'Unknown model type');
  expect(stateOf(next)).toMatchObject({ state: 'failed', failure: 'unusable', retryAt: null });
  expect(next.files('translation-en-zh')).toBeNull();
  expect(next.retry('translation-en-zh')).toBe(true);
  await becomes(next, { state: 'ready' });
  expect(registry.requests).toHaveLength(3);
  expect(next.retry('unknown')).toBe(false);
});

it.each([
  ['as published', 'whatever.zst', PACKED],
  ['as installed', 'model.bin', CONTENT],
])('imports files %s from a folder', async (_, name, bytes) => {
  const stick = path.join(folder, 'stick/models/deep');
  mkdirSync(stick, { recursive: true });
  writeFileSync(path.join(stick, name), bytes);
  writeFileSync(path.join(stick, 'other.bin'), randomBytes(bytes.length));
  const models = [
    sampleModel(registry.url, CONTENT),
    sampleModel(registry.url, randomBytes(10), 'translation-zh-en'),
  ];
  expect(await importModels(path.join(folder, 'stick'), folder, models)).toEqual(['translation-en-zh']);
  expect(readFileSync(file('model.bin'))).toEqual(CONTENT);
  expect(registry.requests).toEqual([]);
});
