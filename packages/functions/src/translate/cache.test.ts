import { expect, test } from 'vitest';
import { CACHE_DAYS, type CachedJob, memoryCache } from './cache.ts';

const job = (text: string): CachedJob => ({ text, source: 'en', target: 'zh', glossary: '' });

test('the memory cache finds a translation by text, both languages, glossary and engine', async () => {
  const cache = memoryCache();
  await cache.set(job('Hi'), 'x: large', { text: '你好', engine: 'x' });
  expect(await cache.get(job('Hi'), ['x: large'])).toEqual({ text: '你好', engine: 'x' });
  expect(await cache.get({ ...job('Hi'), target: 'ar' }, ['x: large'])).toBeNull();
  expect(await cache.get({ ...job('Hi'), source: 'ar' }, ['x: large'])).toBeNull();
  expect(await cache.get({ ...job('Hi'), glossary: '["Nova"]' }, ['x: large'])).toBeNull();
  expect(await cache.get(job('Hi'), ['x: small'])).toBeNull();
  expect(await cache.get(job('hi'), ['x: large'])).toBeNull();
});

test('the answer of the best engine is taken', async () => {
  const cache = memoryCache();
  await cache.set(job('Hi'), 'second', { text: '嗨', engine: 'second' });
  expect(await cache.get(job('Hi'), ['first', 'second'])).toMatchObject({ engine: 'second' });
  await cache.set(job('Hi'), 'first', { text: '你好', engine: 'first' });
  expect(await cache.get(job('Hi'), ['first', 'second'])).toMatchObject({ engine: 'first' });
});

test('a full memory cache forgets what was not used for longest', async () => {
  const cache = memoryCache(2);
  await cache.set(job('a'), 'x', { text: '1', engine: 'x' });
  await cache.set(job('b'), 'x', { text: '2', engine: 'x' });
  await cache.get(job('a'), ['x']);
  await cache.set(job('c'), 'x', { text: '3', engine: 'x' });
  expect(await cache.get(job('b'), ['x'])).toBeNull();
  expect(await cache.get(job('a'), ['x'])).not.toBeNull();
  expect(await cache.get(job('c'), ['x'])).not.toBeNull();
});

test('an expired entry is translated again', async () => {
  let now = 0;
  const cache = memoryCache(2, () => now);
  await cache.set(job('a'), 'x', { text: '1', engine: 'x' });
  now = CACHE_DAYS * 86_400_000 - 1;
  expect(await cache.get(job('a'), ['x'])).not.toBeNull();
  now += 1;
  expect(await cache.get(job('a'), ['x'])).toBeNull();
});
