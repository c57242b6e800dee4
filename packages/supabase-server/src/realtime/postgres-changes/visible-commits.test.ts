import { describe, expect, it } from 'vitest';
import { allVisible, waitUntilVisible } from './visible-commits.ts';

describe('allVisible', () => {
  it.each([
    ['100:100:', [99], true],
    ['100:100:', [100], false],
    ['90:100:90,95', [94, 96], true],
    ['90:100:90,95', [94, 95], false],
    // 64 bits: the epoch is no part of the stream's ids.
    ['4294967396:4294967396:', [99], true],
    // The ids have just wrapped around.
    ['4294967296:4294967298:', [4294967295, 1], true],
    ['4294967296:4294967297:4294967296', [0], false],
    ['4294967290:4294967290:', [4], false],
  ])('in %s of %j: %s', (snapshot, xids, visible) => {
    expect(allVisible(snapshot, xids)).toBe(visible);
  });
});

describe('waitUntilVisible', () => {
  it('asks until other sessions see the transaction', async () => {
    const snapshots = ['7:9:7', '7:9:7', '9:9:'];
    const db = { query: async () => [{ snapshot: snapshots.shift() }] as never };
    await waitUntilVisible(db, new Set([7]), new AbortController().signal);
    expect(snapshots).toEqual([]);
  });

  it('gives up when the feed ends', async () => {
    const stop = new AbortController();
    const db = {
      query: async () => {
        stop.abort();
        return [{ snapshot: '7:9:7' }] as never;
      },
    };
    await expect(waitUntilVisible(db, new Set([7]), stop.signal)).rejects.toThrow();
  });
});
