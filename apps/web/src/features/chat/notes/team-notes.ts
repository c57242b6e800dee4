import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChatNote } from '@/entities/booth/team.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { keepCurrent, type ReadOptions } from '@/shared/api/keep-current.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';

type Named = { name: string | null } | null;

/** A note with the names of its author and of who got the chat; null where they are not known. */
export type TeamNote = ChatNote & { author: Named; receiver: Named };

/** The notes of a chat, oldest first; the server keeps 500 at most. */
async function fetchNotes(supabase: Supabase, chatId: string): Promise<TeamNote[]> {
  const { data } = await supabase
    .from('chat_notes')
    .select(
      'id, session_id, owner_id, author_id, language, text, handed_to, translations, created_at, author:shared_profiles!author_id(name), receiver:shared_profiles!handed_to(name)',
    )
    .eq('session_id', chatId)
    .order('created_at')
    .order('id')
    .throwOnError();
  return data;
}

/** The team's notes beside a chat; asks for them only where `enabled`. */
export function useTeamNotes(me: Profile, chatId: string, enabled = true): UseQueryResult<TeamNote[]> {
  const supabase = useSupabase();
  return useQuery(
    queryOptions({
      queryKey: queryKeys.team.notes(me.id, chatId),
      enabled,
      queryFn: () => fetchNotes(supabase, chatId),
      refetchOnWindowFocus: 'always',
    }),
  );
}

/**
 * Reads the notes again when a colleague writes or translates one. The server cannot tell whose
 * chat a deleted row was beside: deletions show with the next reading.
 * @param enabled otherwise nothing is listened to
 */
export function useLiveTeamNotes(me: Profile, chatId: string, enabled: boolean): void {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!enabled) return;
    const readAgain = (options?: ReadOptions) =>
      void queryClient.invalidateQueries({ queryKey: queryKeys.team.notes(me.id, chatId) }, options);
    return keepCurrent(supabase, {
      topic: `notes:${chatId}`,
      bind: (channel) =>
        void channel.on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'chat_notes', filter: `session_id=eq.${chatId}` },
          () => readAgain(),
        ),
      readAgain,
    });
  }, [supabase, queryClient, me.id, chatId, enabled]);
}
