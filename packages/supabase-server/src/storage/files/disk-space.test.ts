import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createDiskSpace, freeBytes } from './disk-space.ts';

it('keeps the last bytes of a disk free, counting uploads under way', async () => {
  const diskSpace = createDiskSpace(100, async () => 1000);
  const first = await diskSpace.reserve(500);
  expect(first).not.toBeNull();
  expect(await diskSpace.reserve(401)).toBeNull();
  expect(await diskSpace.reserve(400)).not.toBeNull();
  first?.();
  // Given back once only.
  first?.();
  expect(await diskSpace.reserve(501)).toBeNull();
  expect(await diskSpace.reserve(500)).not.toBeNull();
});

it('lets everything pass where nothing is known of a disk', async () => {
  expect(await createDiskSpace(100, async () => null).reserve(1e15)).not.toBeNull();
  const broken = createDiskSpace(100, () => Promise.reject(new Error('no such call')));
  expect(await broken.reserve(1e15)).not.toBeNull();
});

it('asks the disk of a folder that is not there yet', async () => {
  expect(await freeBytes(path.join(os.tmpdir(), 'none', 'of', 'these'))).toBeGreaterThan(0);
});
