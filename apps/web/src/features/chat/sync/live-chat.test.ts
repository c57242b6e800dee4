import { PostgrestClient } from '@supabase/postgrest-js';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryKeys } from '@/shared/api/query-keys.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import { chatKeys } from '../model/chat-keys.ts';
import { POLL_INTERVAL_MS } from './catch-up.ts';
import { startLiveChat } from './live-chat.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Cached reads: of the chat, and of all chats. */
const READ: QueryKey[] = [chatKeys.chat('s1'), chatKeys.marks('s1'), queryKeys.sessions.list('p1')];

/** A chat without messages; the server's word on its channel is in the test's hand. */
async function setUp() {
  const asked: string[] = [];
  const rest = new PostgrestClient('https://fair.example/rest/v1', {
    fetch: async (input: RequestInfo | URL) => {
      asked.push(new URL(String(input)).pathname);
      return Response.json([]);
    },
  });
  let system: (payload: unknown) => void = () => {};
  const channel = {
    on(kind: string, _config: unknown, listener: (payload: unknown) => void) {
      if (kind === 'system') system = listener;
      return channel;
    },
    subscribe: () => channel,
  };
  const realtime = { setAuth: async () => {}, channel: () => channel, removeChannel: async () => 'ok' };
  const queryClient = new QueryClient();
  for (const key of READ) queryClient.setQueryData(key, []);
  const live = startLiveChat({
    supabase: { from: rest.from.bind(rest), realtime: async () => realtime } as unknown as Supabase,
    queryClient,
    target: { chatId: 's1', profileIds: ['p1'], viewerId: 'p1' },
    onSessionChange() {},
    onServerReached() {},
  });
  await vi.advanceTimersByTimeAsync(0);
  return {
    live,
    asked,
    isOutdated: (key: QueryKey) => queryClient.getQueryState(key)?.isInvalidated,
    databaseListens: () => system({ extension: 'postgres_changes', status: 'ok' }),
  };
}

it('what happened between the first reads and the first live moment is read: messages, who has joined, what was read; not all chats', async () => {
  const { live, asked, isOutdated, databaseListens } = await setUp();
  const before = asked.length;
  databaseListens();
  await vi.advanceTimersByTimeAsync(0);
  expect(live.connection.get()).toBe('live');
  expect(asked.slice(before)).toContain('/rest/v1/messages');
  expect(READ.map(isOutdated)).toEqual([true, true, false]);
  live.stop();
});

it('without a live connection every third poll reads more than messages: who has joined, what was read; not all chats', async () => {
  const { live, asked, isOutdated } = await setUp();
  await vi.advanceTimersByTimeAsync(2 * POLL_INTERVAL_MS);
  expect(asked).toContain('/rest/v1/messages');
  expect(READ.map(isOutdated)).toEqual([false, false, false]);
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS);
  expect(live.connection.get()).toBe('connecting');
  expect(READ.map(isOutdated)).toEqual([true, true, false]);
  live.stop();
});
