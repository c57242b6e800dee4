import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeFolders } from './make-folders.ts';

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'dragoman-folders-'));
});
afterAll(() => rm(parent, { recursive: true }));

it('makes what is missing, and writes each new entry to the disk', async () => {
  const folder = path.join(parent, 'a', 'b', 'c');
  const sync = vi.fn(async () => undefined);
  await makeFolders(folder, 0o700, sync);
  expect((await stat(folder)).isDirectory()).toBe(true);
  const written = [parent, path.join(parent, 'a'), path.join(parent, 'a', 'b')];
  expect(sync.mock.calls).toEqual(written.map((each) => [each]));
  await makeFolders(folder, 0o700, sync);
  expect(sync).toHaveBeenCalledTimes(3);
});

it('makes the same folder twice at once', async () => {
  const folder = path.join(parent, 'd', 'e');
  await Promise.all([makeFolders(folder, 0o700), makeFolders(folder, 0o700)]);
  expect((await stat(folder)).isDirectory()).toBe(true);
});

it('refuses a name that is a file, at its end and on the way', async () => {
  const file = path.join(parent, 'file');
  await writeFile(file, '');
  await expect(makeFolders(file, 0o700)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolders(path.join(file, 'below'), 0o700)).rejects.toMatchObject({ code: 'ENOTDIR' });
});

it.runIf(process.platform === 'linux')('comes back from a place that takes no folders', async () => {
  await expect(makeFolders('/proc/dragoman/data', 0o700)).rejects.toMatchObject({
    code: 'ENOENT',
    message: 'No folder can be made in /proc',
  });
});
