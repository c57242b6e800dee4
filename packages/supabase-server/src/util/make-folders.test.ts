import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolders } from './make-folders.ts';

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'dragoman-folders-'));
});
afterAll(() => rm(parent, { recursive: true }));

it('makes what is missing, and says from where on', async () => {
  const folder = path.join(parent, 'a', 'b', 'c');
  expect(await makeFolders(folder, 0o700)).toBe(path.join(parent, 'a'));
  expect((await stat(folder)).isDirectory()).toBe(true);
  expect(await makeFolders(folder, 0o700)).toBeUndefined();
  const [one, two] = await Promise.all([1, 2].map(() => makeFolders(path.join(parent, 'd', 'e'), 0o700)));
  expect(one ?? two).toBe(path.join(parent, 'd'));
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
