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
 * Reads one of the vendor's own sessions, for the page that shows its code; null when there is no
 * such session.
 */
export async function fetchCodeSession(
  supabase: Supabase,
  vendorId: string,
  chatId: string,
): Promise<CodeSession | null> {
  const { data } = await supabase
    .from('sessions')
    .select('id, visitor:shared_profiles!visitor_id(id,name,company,avatar_url)')
    .eq('id', chatId)
    .eq('vendor_id', vendorId)
    .maybeSingle()
    .throwOnError();
  return data;
}

export function codeSessionQuery(supabase: Supabase, vendorId: string, chatId: string | null) {
  return queryOptions({
    queryKey: queryKeys.sessions.code(vendorId, chatId ?? ''),
    // An id that cannot be one is that of no session.
    queryFn:
      chatId === null
        ? skipToken
        : () => (isUuid(chatId) ? fetchCodeSession(supabase, vendorId, chatId) : null),
  });
}

export function useCodeSession(vendorId: string, chatId: string | null) {
  return useQuery(codeSessionQuery(useSupabase(), vendorId, chatId));
}
