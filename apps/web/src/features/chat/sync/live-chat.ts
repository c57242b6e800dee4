import type { InvalidateOptions, QueryClient } from '@tanstack/react-query';
import type { Supabase } from '@/shared/api/supabase.ts';
import { chatKeys } from '../model/chat-keys.ts';
import { systemClock } from '../model/clock.ts';
import {
  applyMessageChange,
  catchUpStart,
  type MessageHistory,
  mergeRows,
  messageHistoryOf,
} from '../model/message-history.ts';
import { type Reactions, withReaction } from '../model/reactions.ts';
import { createStore, type ReadableStore } from '../model/store.ts';
import { createCatchUp } from './catch-up.ts';
import { type ChatSubscriptionTarget, subscribeToChat } from './chat-subscription.ts';
import { fetchNewest, fetchSince, messageHistoryQuery, PAGE_SIZE } from './message-history-query.ts';
import { type ReadMark, withMark } from './read-marks.ts';

/** Whether the other side's messages arrive live now. */
export type Connection = 'connecting' | 'live' | 'reconnecting';

export interface LiveChat {
  connection: ReadableStore<Connection>;
  /**
   * created_at of the newest message (null: none) when all that had been missed was read first;
   * undefined before.
   */
  caughtUpTo: ReadableStore<string | null | undefined>;
  stop(): void;
}

export interface LiveChatOptions {
  supabase: Supabase;
  queryClient: QueryClient;
  target: ChatSubscriptionTarget;
  /** The session or one of its people changed. */
  onSessionChange(): void;
  /** The server has just answered. */
  onServerReached(): void;
}

/**
 * A socket may be dead without knowing after a sleep or a change of networks; heartbeats find out
 * within this time.
 */
const DOUBT_MS = 60_000;

/**
 * Without a live connection every reading brings the newest messages. So many of them bring the rest
 * once: what older messages were still waiting for, who has joined, what was read.
 */
const READINGS_PER_FULL_ONE = 3;

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
  const { chatId } = target;
  const connection = createStore<Connection>('connecting');
  const caughtUpTo = createStore<string | null | undefined>(undefined);
  const catchUp = createCatchUp(readMissed, systemClock);
  let doubt: ReturnType<typeof setTimeout> | null = null;
  let readingsSinceFull = 0;

  function change(update: (history: MessageHistory) => MessageHistory): void {
    queryClient.setQueryData<MessageHistory>(
      chatKeys.messageHistory(chatId),
      (history) => history && update(history),
    );
  }

  async function readMissed(): Promise<void> {
    const history = await queryClient.ensureQueryData(messageHistoryQuery(supabase, chatId));
    const isLive = connection.get() === 'live';
    const isFull = isLive || readingsSinceFull + 1 >= READINGS_PER_FULL_ONE;
    const since = catchUpStart(history, isFull);
    if (since) {
      await fetchSince(supabase, chatId, since, (page) => change((known) => mergeRows(known, page)));
    } else {
      const newest = messageHistoryOf(await fetchNewest(supabase, chatId), PAGE_SIZE);
      change((known) => (known.messages.length > 0 ? mergeRows(known, newest.messages) : newest));
    }
    if (caughtUpTo.get() === undefined) {
      const { messages } =
        queryClient.getQueryData<MessageHistory>(chatKeys.messageHistory(chatId)) ?? history;
      caughtUpTo.set(messages.at(-1)?.created_at ?? null);
    }
    readingsSinceFull = isFull ? 0 : readingsSinceFull + 1;
    // A slow answer must not be given up for the next request.
    if (isFull && !isLive) readRest({ cancelRefetch: false });
    onServerReached();
  }

  /** Everything but the messages. The list of chats has its own connection (features/inbox). */
  function readRest(options?: InvalidateOptions): void {
    for (const key of ['chat', 'marks', 'reactions', 'meetings'] as const) {
      void queryClient.invalidateQueries({ queryKey: chatKeys[key](chatId) }, options);
    }
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

  const close = subscribeToChat(supabase, target, {
    onMessage(message) {
      if (message) change((history) => applyMessageChange(history, message));
      else catchUp.request();
    },
    onSession: onSessionChange,
    onRead(mark) {
      queryClient.setQueryData<readonly ReadMark[]>(
        chatKeys.marks(chatId),
        (marks) => marks && withMark(marks, mark),
      );
    },
    onReaction(reaction) {
      queryClient.setQueryData<Reactions>(
        chatKeys.reactions(chatId),
        (known) => known && withReaction(known, reaction),
      );
    },
    onMeeting() {
      void queryClient.invalidateQueries({ queryKey: chatKeys.meetings(chatId) });
    },
    onHidden(id) {
      change((history) => applyMessageChange(history, { kind: 'delete', id, committedAt: 0 }));
    },
    onLive() {
      connection.set('live');
      updatePolling();
      catchUp.request();
      // It was read before live changes arrived, which on a slow network is long ago: a visitor may
      // have joined since.
      readRest();
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
