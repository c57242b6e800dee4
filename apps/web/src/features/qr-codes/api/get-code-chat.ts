import { isUuid } from '@dragoman/domain/uuid';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { Party } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';

export interface CodeSession {
  id: string;
  /** The visitor who has scanned the code; null before that. */
  visitor: Party | null;
}

/**
 * Reads one of the sessions of the user's booth, or of their own, for the page that shows its code;
 * null when there is no such session.
 */
export async function fetchCodeSession(supabase: Supabase, chatId: string): Promise<CodeSession | null> {
  const { data } = await supabase
    .from('sessions')
    .select('id, visitor:shared_profiles!visitor_id(id,name,company,avatar_url)')
    .eq('id', chatId)
    .maybeSingle()
    .throwOnError();
  return data;
}

export function codeSessionQuery(supabase: Supabase, profileId: string, chatId: string | null) {
  return queryOptions({
    queryKey: queryKeys.sessions.code(profileId, chatId ?? ''),
    // An id that cannot be one is that of no session.
    queryFn: chatId === null ? skipToken : () => (isUuid(chatId) ? fetchCodeSession(supabase, chatId) : null),
  });
}

export function useCodeSession(profileId: string, chatId: string | null) {
  return useQuery(codeSessionQuery(useSupabase(), profileId, chatId));
}
