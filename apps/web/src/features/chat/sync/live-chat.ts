import type { QueryClient } from '@tanstack/react-query';
import type { Supabase } from '@/shared/api/supabase.ts';
import { chatKeys } from '../model/chat-keys.ts';
import { systemClock } from '../model/clock.ts';
import { type ReadableValue, writableValue } from '../model/store-value.ts';
import { applyMessageChange, catchUpStart, mergeRows, type Thread, threadOf } from '../model/thread.ts';
import { createCatchUp } from './catch-up.ts';
import { fetchNewest, fetchSince, PAGE_SIZE, threadQuery } from './history.ts';
import { type LiveTarget, openLiveSession } from './live-session.ts';
import { type ReadMark, withMark } from './read-marks.ts';

/** Whether the other side's messages arrive live now. */
export type Connection = 'connecting' | 'live' | 'reconnecting';

export interface LiveChat {
  connection: ReadableValue<Connection>;
  /** created_at of the newest message (null: none) when all that had been missed was read first; undefined before. */
  caughtUpTo: ReadableValue<string | null | undefined>;
  stop(): void;
}

export interface LiveChatOptions {
  supabase: Supabase;
  queryClient: QueryClient;
  target: LiveTarget;
  /** The session or one of its people changed. */
  onSessionChange(): void;
  /** The server has just answered. */
  onServerReached(): void;
}

/** A socket may be dead without knowing after a sleep or a change of networks; heartbeats find out within this time. */
const DOUBT_MS = 60_000;

/**
 * Keeps the cached chat equal to the server's: live changes while connected, a catch-up after every
 * connection, and polling while the connection is missing or doubtful. Changes that arrive before
 * the first page are dropped; the catch-up after the first page reads them.
 */
export function startLiveChat({
  supabase,
  queryClient,
  target,
  onSessionChange,
  onServerReached,
}: LiveChatOptions): LiveChat {
  const { sessionId } = target;
  const connection = writableValue<Connection>('connecting');
  const caughtUpTo = writableValue<string | null | undefined>(undefined);
  const catchUp = createCatchUp(readMissed, systemClock);
  let doubt: ReturnType<typeof setTimeout> | null = null;

  function change(update: (thread: Thread) => Thread): void {
    queryClient.setQueryData<Thread>(chatKeys.thread(sessionId), (thread) => thread && update(thread));
  }

  async function readMissed(): Promise<void> {
    const thread = await queryClient.ensureQueryData(threadQuery(supabase, sessionId));
    const since = catchUpStart(thread);
    if (since) {
      await fetchSince(supabase, sessionId, since, (page) => change((known) => mergeRows(known, page)));
    } else {
      const newest = threadOf(await fetchNewest(supabase, sessionId), PAGE_SIZE);
      change((known) => (known.messages.length > 0 ? mergeRows(known, newest.messages) : newest));
    }
    if (caughtUpTo.get() === undefined) {
      const { messages } = queryClient.getQueryData<Thread>(chatKeys.thread(sessionId)) ?? thread;
      caughtUpTo.set(messages.at(-1)?.created_at ?? null);
    }
    onServerReached();
  }

  function updatePolling(): void {
    const wanted = connection.get() !== 'live' || doubt !== null;
    catchUp.poll(wanted && document.visibilityState === 'visible');
  }

  function beInDoubt(): void {
    if (document.visibilityState !== 'visible') {
      updatePolling();
      return;
    }
    if (doubt) clearTimeout(doubt);
    doubt = setTimeout(() => {
      doubt = null;
      updatePolling();
    }, DOUBT_MS);
    updatePolling();
    catchUp.request();
    onSessionChange();
  }

  const close = openLiveSession(supabase, target, {
    onMessage(message) {
      if (message) change((thread) => applyMessageChange(thread, message));
      else catchUp.request();
    },
    onSession: onSessionChange,
    onRead(mark) {
      queryClient.setQueryData<readonly ReadMark[]>(
        chatKeys.marks(sessionId),
        (marks) => marks && withMark(marks, mark),
      );
    },
    onLive() {
      connection.set('live');
      updatePolling();
      catchUp.request();
      // This data was read before live changes arrived, which on a slow network is long ago: a
      // visitor may have joined since. The list of chats has its own connection (features/inbox).
      for (const queryKey of [chatKeys.session(sessionId), chatKeys.marks(sessionId)]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
    onDown() {
      connection.set('reconnecting');
      updatePolling();
    },
  });
  window.addEventListener('online', beInDoubt);
  document.addEventListener('visibilitychange', beInDoubt);
  updatePolling();

  return {
    connection,
    caughtUpTo,
    stop() {
      close();
      catchUp.stop();
      if (doubt) clearTimeout(doubt);
      window.removeEventListener('online', beInDoubt);
      document.removeEventListener('visibilitychange', beInDoubt);
    },
  };
}
