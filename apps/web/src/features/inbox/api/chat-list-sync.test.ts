import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChatListItem } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import type { InboxEvent } from '../model/inbox-event.ts';
import { startChatListSync } from './chat-list-sync.ts';

beforeEach(() => void vi.stubGlobal('window', new EventTarget()));
afterEach(() => void vi.unstubAllGlobals());

const SESSION = {
  id: 's',
  vendor_id: 'vera',
  visitor_id: 'wei',
  last_activity: '2026-11-21T10:06:00+00:00',
  last_message: null,
  unread_count: 1,
} as ChatListItem;

const MESSAGE = {
  id: 'm',
  session_id: 's',
  sender_id: 'wei',
  content: '你好',
  translated_content: null,
  type: 'text',
  source_language: 'zh',
  target_language: null,
  created_at: SESSION.last_activity,
};

type Listener = (change: { eventType: string; new: unknown }) => void;

/** An open inbox of the vendor; `tell` is the server's side of its channel. */
async function openInbox(known: readonly ChatListItem[] | undefined) {
  const listeners: Array<{ filter: string; listener: Listener }> = [];
  const channel = {
    on(_kind: string, { filter = '' }: { filter?: string }, listener: Listener) {
      listeners.push({ filter, listener });
      return channel;
    },
    subscribe: () => channel,
  };
  const read: string[] = [];
  const rows = {
    select: () => rows,
    eq(_column: string, id: string) {
      read.push(id);
      return rows;
    },
    maybeSingle: () => rows,
    throwOnError: async () => ({ data: SESSION }),
  };
  const realtime = async () => ({
    setAuth: async () => {},
    channel: () => channel,
    removeChannel: async () => {},
  });
  const queryClient = new QueryClient();
  if (known) queryClient.setQueryData(queryKeys.sessions.list('vera'), known);
  const events: InboxEvent[] = [];
  const close = startChatListSync({
    supabase: { realtime, from: () => rows } as unknown as Supabase,
    queryClient,
    viewer: { id: 'vera', role: 'vendor' },
    onEvent: (event) => void events.push(event),
  });
  await settle();
  return {
    read,
    events,
    close,
    sessions: () => queryClient.getQueryData(queryKeys.sessions.list('vera')),
    async tell(filter: string, row: unknown) {
      for (const each of listeners) {
        if (each.filter === filter) each.listener({ eventType: 'INSERT', new: row });
      }
      await settle();
    },
  };
}

async function settle(): Promise<void> {
  await new Promise((done) => setImmediate(done));
}

it.each([
  ['the list does not have', []],
  ['the list cannot tell of, because it is not there yet', undefined],
] as const)('a message of a session that %s has it read once, and is told of once', async (_case, known) => {
  const inbox = await openInbox(known);
  await inbox.tell('recipient_id=eq.vera', MESSAGE);
  inbox.close();
  expect(inbox.read).toEqual(['s']);
  expect(inbox.events).toMatchObject([{ kind: 'message', session: { id: 's' }, message: { id: 'm' } }]);
  expect(inbox.sessions()).toEqual(known && [SESSION]);
});
