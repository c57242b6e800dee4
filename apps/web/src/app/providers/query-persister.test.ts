import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryKeys } from '@/shared/api/query-keys.ts';
import type { CachedEntry } from '@/shared/offline/offline-cache.ts';
import { persistQueries, restoreQueries } from './query-persister.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function memoryStore(kept: CachedEntry[] = []) {
  const written: CachedEntry[] = [];
  return {
    written,
    all: async () => kept,
    async put(key: string, value: unknown, at: number) {
      written.push({ key, at, value });
      return true;
    },
  };
}

const LIST = queryKeys.sessions.list('me');

it('keeps the answers that dashboards show, the newest of a burst, and no others', async () => {
  const queryClient = new QueryClient();
  const store = memoryStore();
  persistQueries(queryClient, store, () => expect.fail('the store works'));
  queryClient.setQueryData(LIST, ['first']);
  queryClient.setQueryData(LIST, ['first', 'second'], { updatedAt: 7 });
  queryClient.setQueryData(queryKeys.profile('user'), null);
  queryClient.setQueryData(queryKeys.invite('session', 'user'), { taken: false });
  await vi.runAllTimersAsync();
  expect(store.written.map(({ at, value }) => ({ at, value }))).toEqual([
    { at: 7, value: { queryKey: LIST, data: ['first', 'second'] } },
  ]);
});

it('restores into a new cache, as old as the answers are', async () => {
  const queryClient = new QueryClient();
  await restoreQueries(
    queryClient,
    memoryStore([{ key: 'a', at: 7, value: { queryKey: LIST, data: ['kept'] } }]),
  );
  expect(queryClient.getQueryData(LIST)).toEqual(['kept']);
  // Shown, and read again however fresh it is.
  expect(queryClient.getQueryState(LIST)).toMatchObject({ dataUpdatedAt: 7, isInvalidated: true });
});

it('does not put an old answer over a newer one', async () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(LIST, ['of the server']);
  await restoreQueries(
    queryClient,
    memoryStore([{ key: 'a', at: 7, value: { queryKey: LIST, data: ['kept'] } }]),
  );
  expect(queryClient.getQueryData(LIST)).toEqual(['of the server']);
});

it('writes nothing after it was ended, as at signing out', async () => {
  const queryClient = new QueryClient();
  const store = memoryStore();
  const stop = persistQueries(queryClient, store, () => expect.fail('the store works'));
  queryClient.setQueryData(LIST, ['mine']);
  stop();
  queryClient.setQueryData(LIST, ['mine, too']);
  await vi.runAllTimersAsync();
  expect(store.written).toEqual([]);
});

it('gives up after the first failure', async () => {
  const queryClient = new QueryClient();
  const onFailed = vi.fn();
  const full = { ...memoryStore(), put: vi.fn().mockRejectedValue(new Error('full')) };
  persistQueries(queryClient, full, onFailed);
  queryClient.setQueryData(LIST, ['one']);
  await vi.runAllTimersAsync();
  queryClient.setQueryData(LIST, ['two']);
  await vi.runAllTimersAsync();
  expect(full.put).toHaveBeenCalledOnce();
  expect(onFailed).toHaveBeenCalledOnce();
});
