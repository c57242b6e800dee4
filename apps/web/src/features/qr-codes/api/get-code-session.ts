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

/** One of the vendor's own sessions, for the page that shows its code; null when there is no such session. */
export async function fetchCodeSession(
  supabase: Supabase,
  vendorId: string,
  sessionId: string,
): Promise<CodeSession | null> {
  const { data } = await supabase
    .from('sessions')
    .select('id, visitor:shared_profiles!visitor_id(id,name,company,avatar_url)')
    .eq('id', sessionId)
    .eq('vendor_id', vendorId)
    .maybeSingle()
    .throwOnError();
  return data;
}

export function codeSessionQuery(supabase: Supabase, vendorId: string, sessionId: string | null) {
  return queryOptions({
    queryKey: queryKeys.sessions.code(vendorId, sessionId ?? ''),
    // An id that cannot be one is that of no session.
    queryFn:
      sessionId === null
        ? skipToken
        : () => (isUuid(sessionId) ? fetchCodeSession(supabase, vendorId, sessionId) : null),
  });
}

export function useCodeSession(vendorId: string, sessionId: string | null) {
  return useQuery(codeSessionQuery(useSupabase(), vendorId, sessionId));
}
