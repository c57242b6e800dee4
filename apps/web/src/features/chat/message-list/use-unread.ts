import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { chatKeys } from '../model/chat-keys.ts';
import { type MessageHistory, prependOlder } from '../model/message-history.ts';
import { fetchUnread, UNREAD_PAGE_SIZE } from '../sync/message-history-query.ts';
import { readMarksQuery } from '../sync/read-marks-query.ts';
import { unreadOnOpening } from './unread.ts';

export interface UnreadOnOpening {
  /**
   * The first message that was unread when the chat was opened; null without one, and while
   * unknown.
   */
  first: string | null;
  /** Whether the search in earlier history is still running. */
  isSearching: boolean;
}

/**
 * Finds where to read on as a chat opens. When that lies before the loaded part, as much history as
 * it takes is loaded; where even that does not reach it, the chat opens with its newest messages.
 * @param caughtUpTo created_at of the newest message once all that was missed is there; undefined
 * before
 */
export function useUnread(
  chatId: string,
  ownId: string,
  history: MessageHistory | undefined,
  caughtUpTo: string | null | undefined,
): UnreadOnOpening {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const { data: marks } = useQuery(readMarksQuery(supabase, chatId));
  const marked = marks && (marks.find(({ profile_id }) => profile_id === ownId)?.last_read_at ?? null);
  /**
   * The time up to which the user had read when the chat was opened; undefined while unknown. With
   * kept marks it is known as the first drawing begins, which then begins at the right place.
   */
  const [readUpTo, setReadUpTo] = useState(marked);
  /** The result of a search in earlier history; undefined while there was none. */
  const [found, setFound] = useState<boolean>();
  if (marked !== undefined && readUpTo === undefined) setReadUpTo(marked);
  const unread =
    history && readUpTo !== undefined
      ? unreadOnOpening(history, { ownId, readUpTo, caughtUpTo, isComplete: found === true })
      : null;
  const isSearching = unread?.kind === 'earlier' && found === undefined;

  useEffect(() => {
    if (!isSearching || readUpTo === undefined) return;
    const end = new AbortController();
    const onLoaded = (outcome: boolean) => {
      if (!end.signal.aborted) setFound(outcome);
    };
    // After a failure the newest messages are there, and earlier ones can be asked for again.
    loadUnread(supabase, queryClient, chatId, readUpTo, end.signal).then(onLoaded, () => onLoaded(false));
    return () => end.abort();
  }, [isSearching, readUpTo, supabase, queryClient, chatId]);

  return { first: unread?.kind === 'from' ? unread.id : null, isSearching };
}

/**
 * Loads the unread messages before the loaded part.
 * @returns whether that was all of it. @throws when it cannot be read.
 */
async function loadUnread(
  supabase: Supabase,
  queryClient: QueryClient,
  chatId: string,
  readUpTo: string | null,
  signal: AbortSignal,
): Promise<boolean> {
  const key = chatKeys.messageHistory(chatId);
  const oldest = queryClient.getQueryData<MessageHistory>(key)?.messages[0];
  if (!oldest) return false;
  const rows = await fetchUnread(supabase, chatId, oldest, readUpTo, signal);
  // A full page means that earlier messages exist; so does a message that has been read already.
  const pageSize = readUpTo === null ? UNREAD_PAGE_SIZE : 0;
  queryClient.setQueryData<MessageHistory>(
    key,
    (known) => known && prependOlder(known, oldest.id, rows, pageSize),
  );
  return rows.length < UNREAD_PAGE_SIZE;
}
