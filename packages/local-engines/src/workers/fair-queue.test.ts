import type { Turn } from '@dragoman/functions/providers/provider';
import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const live = (key: string): Turn => ({ key, lane: 'live' });
const batch = (key: string): Turn => ({ key, lane: 'batch' });

function drained(queue: { shift(): string | undefined }): string[] {
  const items: string[] = [];
  for (let item = queue.shift(); item; item = queue.shift()) items.push(item);
  return items;
}

it('gives each key its turn', () => {
  const queue = createFairQueue<string>({ items: 10, itemsOfKey: 10 });
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(item, live(item.slice(0, 1)));
  expect(drained(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  expect(queue.size).toBe(0);
});

it('serves live work before batches, also of the same key', () => {
  const queue = createFairQueue<string>({ items: 10, itemsOfKey: 10 });
  queue.push('old', batch('a'));
  queue.push('new', live('a'));
  queue.push('newer', live('b'));
  expect(drained(queue)).toEqual(['new', 'newer', 'old']);
});

it('refuses what is over its bounds', () => {
  const queue = createFairQueue<string>({ items: 3, itemsOfKey: 2 });
  expect(queue.push('a1', live('a'))).toBe(true);
  expect(queue.push('a2', live('a'))).toBe(true);
  expect(queue.push('a3', live('a'))).toBe(false);
  expect(queue.push('b1', live('b'))).toBe(true);
  expect(queue.push('c1', live('c'))).toBe(false);
  expect(drained(queue)).toEqual(['a1', 'b1', 'a2']);
});

it('takes out what matches, of every key and lane', () => {
  const queue = createFairQueue<string>({ items: 10, itemsOfKey: 10 });
  for (const item of ['a1', 'a2', 'b1']) queue.push(item, live(item.slice(0, 1)));
  queue.push('a3', batch('a'));
  queue.push('b2', batch('b'));
  expect(queue.take((item) => !item.startsWith('b'))).toEqual(['a1', 'a2', 'a3']);
  expect(queue.size).toBe(2);
  expect(drained(queue)).toEqual(['b1', 'b2']);
});

it('forgets work that its caller no longer wants', () => {
  const queue = createFairQueue<string>({ items: 3, itemsOfKey: 3 });
  queue.push('a1', live('a'));
  queue.push('b1', live('b'));
  queue.remove('a1', live('a'));
  queue.remove('unknown', live('c'));
  expect(queue.size).toBe(1);
  expect(drained(queue)).toEqual(['b1']);
});
