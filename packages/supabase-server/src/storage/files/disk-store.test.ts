import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskStore } from './disk-store.ts';

const ONE = 'ab01';
const TWO = 'ab02';
const OTHER = 'cd01';

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'dragoman-files-'));
});
afterAll(() => rm(parent, { recursive: true }));

const content = (text: string) => Readable.from([Buffer.from(text)]);

/** A store, and what it has written to the disk since the last question: folders below `parent`. */
function openStore(folder: string) {
  const synced = new Set<string>();
  const store = createDiskStore(path.join(parent, folder), async (each) => {
    synced.add(path.relative(parent, each));
  });
  const written = () => {
    const folders = [...synced].sort();
    synced.clear();
    return folders;
  };
  return { store, written };
}

it('a file survives a power cut, with every folder on the way to it', async () => {
  const { store, written } = openStore('storage');
  await store.write(ONE, content('1'));
  expect(written()).toEqual(['', 'storage', 'storage/files', 'storage/files/ab']);
  await store.write(TWO, content('2'));
  expect(written()).toEqual(['storage/files/ab']);
  await store.copy(ONE, OTHER);
  expect(written()).toEqual(['', 'storage', 'storage/files', 'storage/files/cd']);
});

it('a file does not rely on folders that another writer has only just made', async () => {
  await openStore('shared').store.write(ONE, content('1'));
  const { store, written } = openStore('shared');
  await store.write(TWO, content('2'));
  expect(written()).toEqual(['', 'shared', 'shared/files', 'shared/files/ab']);
});
