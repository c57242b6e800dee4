import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { usePageWait } from '@/shared/page/page-wait.ts';
import { chatKeys } from '../model/chat-keys.ts';
import { prependOlder, type Thread } from '../model/thread.ts';
import { fetchUnread, UNREAD_PAGE_SIZE } from '../sync/history.ts';
import { marksQuery } from '../sync/read-marks-query.ts';
import { unreadOnOpening } from './unread.ts';

export interface UnreadOnOpening {
  /**
   * The first message that was unread when the chat was opened; null without one, and while
   * unknown.
   */
  first: string | null;
  /** Whether that is still being looked for in what has not been loaded. */
  isSearching: boolean;
}

/**
 * Finds where to read on as a chat opens. When that lies before the loaded part, as much history as it takes is loaded;
 * where even that does not reach it, the chat opens with its newest messages.
 * @param caughtUpTo created_at of the newest message once all that was missed is there; undefined before
 */
export function useUnread(
  sessionId: string,
  ownId: string,
  thread: Thread | undefined,
  caughtUpTo: string | null | undefined,
): UnreadOnOpening {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const { data: marks, isLoading, failureCount } = useQuery(marksQuery(supabase, sessionId));
  // Where new messages begin is part of what the chat was opened for.
  usePageWait(isLoading && failureCount === 0);
  /** How far the user had read when the chat was opened; undefined while unknown. */
  const [readUpTo, setReadUpTo] = useState<string | null>();
  /** How a search in earlier history ended; undefined while there was none. */
  const [found, setFound] = useState<boolean>();
  if (marks && readUpTo === undefined) {
    setReadUpTo(marks.find(({ profile_id }) => profile_id === ownId)?.last_read_at ?? null);
  }
  const unread =
    thread && readUpTo !== undefined
      ? unreadOnOpening(thread, { ownId, readUpTo, caughtUpTo, isComplete: found === true })
      : null;
  const isSearching = unread?.kind === 'earlier' && found === undefined;

  useEffect(() => {
    if (!isSearching || readUpTo === undefined) return;
    const end = new AbortController();
    const tell = (outcome: boolean) => {
      if (!end.signal.aborted) setFound(outcome);
    };
    // After a failure the newest messages are there, and earlier ones can be asked for again.
    loadUnread(supabase, queryClient, sessionId, readUpTo, end.signal).then(tell, () => tell(false));
    return () => end.abort();
  }, [isSearching, readUpTo, supabase, queryClient, sessionId]);

  return { first: unread?.kind === 'from' ? unread.id : null, isSearching };
}

/** Loads what is unread before the loaded part. @returns whether that was all of it. @throws when it cannot be read. */
async function loadUnread(
  supabase: Supabase,
  queryClient: QueryClient,
  sessionId: string,
  readUpTo: string | null,
  signal: AbortSignal,
): Promise<boolean> {
  const key = chatKeys.thread(sessionId);
  const oldest = queryClient.getQueryData<Thread>(key)?.messages[0];
  if (!oldest) return false;
  const rows = await fetchUnread(supabase, sessionId, oldest, readUpTo, signal);
  // A full page says that there is more before it; so does what has been read already.
  const pageSize = readUpTo === null ? UNREAD_PAGE_SIZE : 0;
  queryClient.setQueryData<Thread>(key, (known) => known && prependOlder(known, oldest.id, rows, pageSize));
  return rows.length < UNREAD_PAGE_SIZE;
}
