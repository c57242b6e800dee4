import type { QueryClient } from '@tanstack/react-query';
import {
  changeSummaries,
  fetchSummariesSince,
  fetchSummary,
  summariesQuery,
} from '@/entities/chat/session-summaries.ts';
import {
  isNewVisitor,
  type NewMessage,
  type Reader,
  withMessage,
  withOwnMark,
  withSummary,
} from '@/entities/chat/session-summary.ts';
import type { SessionRead, SessionSummary } from '@/shared/api/database-types.ts';
import { openLiveChannel } from '@/shared/api/live-channel.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import type { InboxEvent } from '../model/inbox-event.ts';
import { readNewMessage } from '../model/new-message.ts';

export interface LiveInboxOptions {
  supabase: Supabase;
  queryClient: QueryClient;
  reader: Reader;
  /** Called with each event that may interest a user on another page. */
  onEvent(event: InboxEvent): void;
}

/** Interval of polling without live updates, in ms, while the page is visible. */
const POLL_MS = 20_000;

/**
 * Keeps everything drawn from the user's sessions up to date on whatever page they are: who joined, what was written in any
 * of their chats, what they have read on another device. Ends when the returned function is called.
 */
export function startLiveInbox({ supabase, queryClient, reader, onEvent }: LiveInboxOptions): () => void {
  let over = false;
  let missed = false;
  let polling: ReturnType<typeof setInterval> | undefined;

  const known = () => queryClient.getQueryData<readonly SessionSummary[]>(queryKeys.sessions.list(reader.id));

  function readEverything(): void {
    void queryClient.invalidateQueries({ queryKey: queryKeys.sessions.all(reader.id) });
  }

  /** Refreshes data derived from the sessions, besides the list: counts, contacts. */
  function readTheRest(): void {
    const [, , list] = queryKeys.sessions.list(reader.id);
    void queryClient.invalidateQueries({
      queryKey: queryKeys.sessions.all(reader.id),
      predicate: ({ queryKey }) => queryKey[2] !== list,
    });
  }

  /** A change carries ids only, no names: the one session is read again. */
  async function readAgain(sessionId: string): Promise<SessionSummary | null> {
    const fresh = await fetchSummary(supabase, sessionId).catch(() => undefined);
    if (over) return null;
    if (fresh === undefined) readEverything();
    else if (fresh) changeSummaries(queryClient, reader.id, (list) => withSummary(list, fresh));
    return fresh ?? null;
  }

  async function onSession(sessionId: string): Promise<void> {
    const before = known()?.find(({ id }) => id === sessionId);
    readTheRest();
    const fresh = await readAgain(sessionId);
    if (fresh && !before?.visitor && isNewVisitor(fresh, reader.role)) {
      onEvent({ kind: 'joined', session: fresh });
    }
  }

  async function onMessage(message: NewMessage, isNew: boolean): Promise<void> {
    const list = known();
    const changed = list && withMessage(list, message, reader);
    if (changed) changeSummaries(queryClient, reader.id, () => changed);
    const again = changed ? null : readAgain(message.session_id);
    const session = (changed ?? list)?.find(({ id }) => id === message.session_id) ?? (await again);
    if (isNew && session && message.sender_id !== reader.id) onEvent({ kind: 'message', session, message });
  }

  function onOwnMark(mark: SessionRead): void {
    const list = known();
    const changed = list && withOwnMark(list, mark);
    if (changed) changeSummaries(queryClient, reader.id, () => changed);
    else if (list) void readAgain(mark.session_id);
  }

  /**
   * Reads changes since the list was read; read marks of other devices wait for the next full read.
   */
  async function readNews(): Promise<void> {
    const list = await queryClient.ensureQueryData(summariesQuery(supabase, reader));
    const news = await fetchSummariesSince(supabase, reader, list[0]?.last_activity ?? null);
    if (over || news.length === 0) return;
    changeSummaries(queryClient, reader.id, (sessions) => news.reduce(withSummary, sessions));
    readTheRest();
  }

  function poll(on: boolean): void {
    clearInterval(polling);
    polling = on
      ? setInterval(() => document.visibilityState === 'visible' && readEverything(), POLL_MS)
      : undefined;
  }

  const change = { schema: 'public' } as const;
  const close = openLiveChannel(supabase, {
    topic: `inbox:${reader.id}`,
    bind(channel) {
      const side = reader.role === 'vendor' ? 'vendor_id' : 'visitor_id';
      channel
        .on(
          'postgres_changes',
          { ...change, event: '*', table: 'sessions', filter: `${side}=eq.${reader.id}` },
          ({ new: row }) => 'id' in row && void onSession(row.id as string),
        )
        .on(
          'postgres_changes',
          { ...change, event: '*', table: 'session_reads', filter: `profile_id=eq.${reader.id}` },
          ({ new: row }) => 'session_id' in row && onOwnMark(row as SessionRead),
        );
      channel.on(
        'postgres_changes',
        { ...change, event: '*', table: 'blocks', filter: `blocker_id=eq.${reader.id}` },
        () => void queryClient.invalidateQueries({ queryKey: queryKeys.blocks(reader.id) }),
      );
      // Messages of others, and the user's own from other devices.
      for (const column of ['recipient_id', 'sender_id']) {
        channel.on(
          'postgres_changes',
          { ...change, event: '*', table: 'messages', filter: `${column}=eq.${reader.id}` },
          ({ new: row, eventType }) => {
            const message = readNewMessage(row);
            if (message) void onMessage(message, eventType === 'INSERT');
            else if (eventType !== 'DELETE') readEverything();
          },
        );
      }
      if (reader.role === 'visitor') {
        channel.on(
          'postgres_changes',
          { ...change, event: 'INSERT', table: 'profiles', filter: 'role=eq.vendor' },
          () => void queryClient.invalidateQueries({ queryKey: queryKeys.vendors.all }),
        );
      }
    },
    onLive() {
      poll(false);
      // Back after a break: what changed meanwhile was not announced.
      if (missed) readEverything();
      else void readNews().catch(readEverything);
      missed = false;
    },
    onDown() {
      if (missed) return;
      missed = true;
      poll(true);
    },
  });
  // A socket may be dead without knowing after a sleep; what a woken page shows is read again.
  const onOnline = () => readEverything();
  window.addEventListener('online', onOnline);

  return () => {
    over = true;
    close();
    poll(false);
    window.removeEventListener('online', onOnline);
  };
}
