import { expect, test } from 'vitest';
import { memoryCache } from './cache.ts';
import type { TranslationJob } from './engines/engine.ts';

const job = (text: string): TranslationJob => ({ text, source: 'en', target: 'zh' });

test('the memory cache finds a translation by text and both languages', async () => {
  const cache = memoryCache();
  await cache.set(job('Hi'), { text: '你好', engine: 'x' });
  expect(await cache.get(job('Hi'))).toEqual({ text: '你好', engine: 'x' });
  expect(await cache.get({ ...job('Hi'), target: 'ar' })).toBeNull();
  expect(await cache.get({ ...job('Hi'), source: 'ar' })).toBeNull();
  expect(await cache.get(job('hi'))).toBeNull();
});

test('a full memory cache forgets what was not used for longest', async () => {
  const cache = memoryCache(2);
  await cache.set(job('a'), { text: '1', engine: 'x' });
  await cache.set(job('b'), { text: '2', engine: 'x' });
  await cache.get(job('a'));
  await cache.set(job('c'), { text: '3', engine: 'x' });
  expect(await cache.get(job('b'))).toBeNull();
  expect(await cache.get(job('a'))).not.toBeNull();
  expect(await cache.get(job('c'))).not.toBeNull();
});
