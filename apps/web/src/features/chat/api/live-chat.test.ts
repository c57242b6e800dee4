import { PostgrestClient } from '@supabase/postgrest-js';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Supabase } from '../../../lib/supabase.ts';
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

/** A chat without messages; the server's word on its channel is in the test's hand. */
async function setUp() {
  const asked: string[] = [];
  const rest = new PostgrestClient('https://fair.example/rest/v1', {
    fetch: async (input: RequestInfo | URL) => {
      asked.push(new URL(String(input)).pathname);
      return Response.json([]);
    },
  });
  let report: (status: string) => void = () => {};
  const channel = {
    on: () => channel,
    subscribe(listener: (status: string) => void) {
      report = listener;
      return channel;
    },
  };
  const realtime = { setAuth: async () => {}, channel: () => channel, removeChannel: async () => 'ok' };
  const onSessionChange = vi.fn();
  const live = startLiveChat({
    supabase: { from: rest.from.bind(rest), realtime: async () => realtime } as unknown as Supabase,
    queryClient: new QueryClient(),
    target: { sessionId: 's1', profileIds: ['p1'] },
    onSessionChange,
    onServerReached() {},
  });
  await vi.advanceTimersByTimeAsync(0);
  return { live, asked, onSessionChange, report: (status: string) => report(status) };
}

it('what happened between the first reads and the first live moment is read: messages, and who has joined', async () => {
  const { live, asked, onSessionChange, report } = await setUp();
  expect(onSessionChange).not.toHaveBeenCalled();
  const before = asked.length;
  report('SUBSCRIBED');
  await vi.advanceTimersByTimeAsync(0);
  expect(live.connection.get()).toBe('live');
  expect(onSessionChange).toHaveBeenCalledOnce();
  expect(asked.slice(before)).toContain('/rest/v1/messages');
  live.stop();
});
