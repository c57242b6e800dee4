import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createDiskRoom, freeBytes } from './disk-room.ts';

it('keeps the last bytes of a disk free, counting uploads under way', async () => {
  const room = createDiskRoom(100, async () => 1000);
  const first = await room.reserve(500);
  expect(first).not.toBeNull();
  expect(await room.reserve(401)).toBeNull();
  expect(await room.reserve(400)).not.toBeNull();
  first?.();
  // Given back once only.
  first?.();
  expect(await room.reserve(501)).toBeNull();
  expect(await room.reserve(500)).not.toBeNull();
});

it('lets everything pass where nothing is known of a disk', async () => {
  expect(await createDiskRoom(100, async () => null).reserve(1e15)).not.toBeNull();
  const broken = createDiskRoom(100, () => Promise.reject(new Error('no such call')));
  expect(await broken.reserve(1e15)).not.toBeNull();
});

it('asks the disk of a folder that is not there yet', async () => {
  expect(await freeBytes(path.join(os.tmpdir(), 'none', 'of', 'these'))).toBeGreaterThan(0);
});
