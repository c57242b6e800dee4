import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Profile } from '../../../lib/database-types.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { type Supabase, useSupabase } from '../../../lib/supabase.ts';
import type { RecentChat } from '../model/waiting-chats.ts';

/** How many of the newest sessions are looked at. */
const RECENT = 20;

/**
 * A visitor who joins is announced live; a message in a chat that is not open is not (that would mean a subscription to
 * every message), so this is asked again now and then.
 */
const REFRESH_MS = 30_000;

const SHAPE =
  'id, created_at, vendor:profiles!vendor_id(id,name,company,avatar_url), visitor:profiles!visitor_id(id,name,company,avatar_url), messages(sender_id,created_at)';

/** The newest joined sessions, each with its newest message. */
export async function fetchRecentChats(
  supabase: Supabase,
  { id, role }: Pick<Profile, 'id' | 'role'>,
): Promise<RecentChat[]> {
  const { data } = await supabase
    .from('sessions')
    .select(SHAPE)
    .eq(role === 'vendor' ? 'vendor_id' : 'visitor_id', id)
    .not('visitor_id', 'is', null)
    .order('created_at', { ascending: false })
    .limit(RECENT)
    .order('created_at', { ascending: false, referencedTable: 'messages' })
    .limit(1, { referencedTable: 'messages' })
    .throwOnError();
  return data;
}

export function useRecentChats(profile: Profile) {
  const supabase = useSupabase();
  return useQuery(
    queryOptions({
      queryKey: queryKeys.sessions.recent(profile.id),
      queryFn: () => fetchRecentChats(supabase, profile),
      refetchInterval: REFRESH_MS,
    }),
  );
}
