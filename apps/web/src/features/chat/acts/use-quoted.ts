import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { chatKeys } from '../model/chat-keys.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import type { TimelineRow } from '../model/timeline.ts';
import { fetchMessage } from '../sync/message-history-query.ts';

/** A quoted message that is farther up than the loaded ones; null when it was deleted. */
function quotedQuery(supabase: Supabase, id: string) {
  return {
    queryKey: chatKeys.quoted(id),
    queryFn: () => fetchMessage(supabase, id),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

/**
 * @param rows of the chat
 * @param wanted ids of quoted messages that are shown
 * @returns finds a quoted message by its id: null when it was deleted, undefined while it loads
 */
export function useQuoted(
  rows: readonly TimelineRow[],
  wanted: readonly (string | null | undefined)[],
): (id: string | null | undefined) => ChatMessage | null | undefined {
  const supabase = useSupabase();
  const byId = useMemo(() => new Map(rows.map(({ message }) => [message.id, message])), [rows]);
  const missing = [...new Set(wanted)].filter((id) => typeof id === 'string').filter((id) => !byId.has(id));
  const found = useQueries({ queries: missing.map((id) => quotedQuery(supabase, id)) });
  return (id) => {
    // Its reply stays one after the quoted message has gone.
    if (!id) return null;
    return byId.get(id) ?? found[missing.indexOf(id)]?.data;
  };
}
