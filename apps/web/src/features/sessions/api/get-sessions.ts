import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Party, Profile, Session } from '../../../lib/database-types.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { type Supabase, useSupabase } from '../../../lib/supabase.ts';

export type SessionWithParties = Session & { vendor: Party; visitor: Party | null };

const WITH_PARTIES =
  '*, vendor:profiles!vendor_id(id,name,company,avatar_url), visitor:profiles!visitor_id(id,name,company,avatar_url)';

/** The user's sessions with both people, newest first (spec section 7). */
export async function fetchSessions(
  supabase: Supabase,
  profile: Pick<Profile, 'id' | 'role'>,
): Promise<SessionWithParties[]> {
  const { data } = await supabase
    .from('sessions')
    .select(WITH_PARTIES)
    .eq(profile.role === 'vendor' ? 'vendor_id' : 'visitor_id', profile.id)
    .order('created_at', { ascending: false })
    .throwOnError();
  return data;
}

export function sessionsQuery(supabase: Supabase, profile: Pick<Profile, 'id' | 'role'>) {
  return queryOptions({
    queryKey: queryKeys.sessions.list(profile.id),
    queryFn: () => fetchSessions(supabase, profile),
  });
}

export function useSessions(profile: Profile) {
  return useQuery(sessionsQuery(useSupabase(), profile));
}
