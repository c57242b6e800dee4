import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Clock, systemClock } from '@dragoman/functions/providers/retry';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { importModels } from './import-models.ts';
import type { Model } from './model.ts';
import { asModelError } from './model-error.ts';
import { createModelStore, type ModelStoreOptions, type RunningModelStore } from './model-store.ts';
import { type Registry, sampleModel, stallAfter, startRegistry } from './testing/registry.ts';

const CONTENT = randomBytes(100_000);
const ID = 'speech-sample';
/** A busy machine needs seconds for what takes milliseconds elsewhere. */
const WAITING = { timeout: 20_000 };
const TEST_MS = 30_000;
const PATH = '/model.bin';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let folder: string;
let registry: Registry;
let model: Model;
let stores: RunningModelStore[];
/** Ends all waits: those before attempts, and those before a store looks at the folder again. */
let wakeAll: () => void;
let clock: Clock;

function storeOf(options: Partial<ModelStoreOptions> = {}): RunningModelStore {
  const store = createModelStore({ models: [model], folder, mirror: null, clock, log: silent, ...options });
  stores.push(store);
  store.start();
  return store;
}

const becomes = (store: RunningModelStore, state: object) =>
  vi.waitFor(() => {
    wakeAll();
    expect(store.statuses()[0]).toMatchObject(state);
  }, WAITING);
const file = (name: string) => path.join(folder, ID, name);

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-optional-'));
  registry = await startRegistry({ [PATH]: CONTENT, [`/${ID}${PATH}`]: CONTENT });
  const sample = sampleModel(registry.url, CONTENT, ID);
  const plain = sample.files.map(({ role, name, bytes, sha256 }) => ({
    role,
    name,
    bytes,
    sha256,
    download: { url: registry.url + PATH, bytes, sha256, compression: 'none' as const },
  }));
  model = { ...sample, kind: 'speech', optional: true, files: plain };
  stores = [];
  let waits: Array<() => void> = [];
  wakeAll = () => {
    for (const end of waits.splice(0)) end();
  };
  waits = [];
  clock = {
    ...systemClock,
    sleep: (_ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        waits.push(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
});

it('downloads nothing until it is switched on, and deletes its files when it is switched off', async () => {
  const store = storeOf();
  await becomes(store, { state: 'off' });
  expect(registry.requests).toEqual([]);
  expect(existsSync(path.join(folder, ID))).toBe(false);
  expect(store.files(ID)).toBeNull();

  expect(await store.switchOn(ID)).toBe(true);
  await becomes(store, { state: 'ready' });
  expect(readFileSync(store.files(ID)?.model as string)).toEqual(CONTENT);
  expect(existsSync(file('model.bin.part'))).toBe(false);

  await store.close();
  const next = storeOf();
  await becomes(next, { state: 'ready' });
  expect(registry.requests).toEqual([`GET ${PATH}`]);

  expect(await next.switchOff(ID)).toBe(true);
  expect(next.statuses()[0]).toMatchObject({ state: 'off' });
  expect(next.files(ID)).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
  expect(await next.switchOn('unknown')).toBe(false);
});

it('a model that is not optional cannot be switched', async () => {
  const store = storeOf({ models: [{ ...model, optional: false }] });
  await becomes(store, { state: 'ready' });
  expect([await store.switchOn(ID), await store.switchOff(ID)]).toEqual([false, false]);
  expect(store.statuses()[0]).toMatchObject({ state: 'ready' });
});

it('is switched off while it downloads, and continues after a restart', async () => {
  registry.next.push(stallAfter(50_000), stallAfter(50_000));
  const store = storeOf({ mirror: registry.url });
  await store.switchOn(ID);
  await becomes(store, { state: 'downloading', bytes: 50_000 });
  await store.switchOff(ID);
  expect(store.statuses()[0]).toMatchObject({ state: 'off' });
  expect(readdirSync(folder)).toEqual([]);

  await store.switchOn(ID);
  await becomes(store, { state: 'downloading', bytes: 50_000 });
  await store.close();
  expect(statSync(file('model.bin.part')).size).toBe(50_000);
  const next = storeOf({ mirror: registry.url });
  await becomes(next, { state: 'ready' });
  const address = `GET /${ID}${PATH}`;
  expect(registry.requests).toEqual([address, address, `${address} bytes=50000-`]);
});

it(
  'two processes on one folder share the choice and the download',
  async () => {
    let release: () => void = () => undefined;
    registry.next.push((_request, response, body) => {
      release = () => void response.end(body);
    });
    const first = storeOf();
    const second = storeOf();
    await first.switchOn(ID);
    await vi.waitFor(() => expect(registry.requests).toHaveLength(1), 10_000);
    await becomes(second, { state: 'waiting' });
    release();
    await becomes(first, { state: 'ready' });
    await becomes(second, { state: 'ready' });
    expect(registry.requests).toHaveLength(1);

    await second.switchOff(ID);
    await becomes(first, { state: 'off' });
    expect(first.files(ID)).toBeNull();
    // One process downloads while the other one switches off. Either may see the folder first.
    registry.next.push(stallAfter(10));
    await first.switchOn(ID);
    const loader = await vi.waitFor(() => {
      wakeAll();
      const found = [first, second].find((store) => store.statuses()[0]?.state === 'downloading');
      expect(found).toBeDefined();
      return found;
    }, WAITING);
    await (loader === first ? second : first).switchOff(ID);
    await becomes(first, { state: 'off' });
    await becomes(second, { state: 'off' });
    expect(existsSync(path.join(folder, ID))).toBe(false);
  },
  TEST_MS,
);

it('stays off where the folder cannot be written, and is ready there when its files are in it', async () => {
  const blocked = path.join(folder, 'a-file');
  writeFileSync(blocked, '');
  const store = storeOf({ folder: blocked });
  const refused = await store.switchOn(ID).catch((error: unknown) => error);
  expect(asModelError(refused).failure).toBe('read-only');
  expect(store.statuses()[0]).toMatchObject({ state: 'off' });

  mkdirSync(path.join(folder, ID));
  writeFileSync(file('model.bin'), CONTENT);
  await becomes(storeOf(), { state: 'ready' });
  expect(registry.requests).toEqual([]);
});

it.skipIf(process.platform !== 'linux')(
  'says that the disk is full, and goes on when it is not',
  async () => {
    const store = storeOf();
    mkdirSync(path.join(folder, ID));
    // The device that is always full takes the place of the file.
    symlinkSync('/dev/full', file('model.bin.part'));
    await store.switchOn(ID);
    await becomes(store, { state: 'failed', failure: 'disk-full', retryAt: expect.any(Number) });
    unlinkSync(file('model.bin.part'));
    expect(store.retry(ID)).toBe(true);
    await becomes(store, { state: 'ready' });
  },
);

it(
  'another file than the published one is not installed',
  async () => {
    registry.next.push((_request, response) => void response.end(randomBytes(CONTENT.length)));
    const store = storeOf();
    await store.switchOn(ID);
    await becomes(store, { state: 'failed', failure: 'wrong-content' });
    expect(readdirSync(path.join(folder, ID))).toEqual([]);
  },
  TEST_MS,
);

it('stays on when the engine cannot load it and its files are replaced', async () => {
  const store = storeOf();
  await store.switchOn(ID);
  await becomes(store, { state: 'ready' });
  store.markUnusable(ID, 'not a model');
  expect(store.retry(ID)).toBe(true);
  await becomes(store, { state: 'ready' });
  expect(registry.requests).toHaveLength(2);
});

it('an import switches on what it finds, and nothing else', async () => {
  const stick = path.join(folder, 'stick');
  mkdirSync(stick);
  writeFileSync(path.join(stick, 'from-a-friend.onnx'), CONTENT);
  const other = { ...sampleModel(registry.url, randomBytes(10), 'speech-other'), optional: true };
  const target = path.join(folder, 'models');
  expect(await importModels(stick, target, [model, other])).toEqual([ID]);
  expect(readdirSync(target)).toEqual([ID]);
  await becomes(storeOf({ folder: target }), { state: 'ready' });
  expect(registry.requests).toEqual([]);
});
