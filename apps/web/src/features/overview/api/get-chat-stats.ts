import type { Role } from '@dragoman/domain/roles';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useBoothId } from '@/entities/booth/my-booth.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';

export interface ChatStats {
  count: number;
  /** When the newest session was created (ISO 8601), or null without sessions. */
  lastActivity: string | null;
}

/**
 * The two session figures of the overview (specification 7.3): how many, and the newest one's date.
 * @param actorId of a vendor their booth's, else the profile's own
 */
export async function fetchChatStats(
  supabase: Supabase,
  profile: { id: string; role: Role },
  actorId: string,
): Promise<ChatStats> {
  const column = profile.role === 'vendor' ? 'vendor_id' : 'visitor_id';
  const [counted, newest] = await Promise.all([
    supabase.from('sessions').select('id', { count: 'exact', head: true }).eq(column, actorId).throwOnError(),
    supabase
      .from('sessions')
      .select('created_at')
      .eq(column, actorId)
      .order('created_at', { ascending: false })
      .limit(1)
      .throwOnError(),
  ]);
  return { count: counted.count ?? 0, lastActivity: newest.data[0]?.created_at ?? null };
}

export function chatStatsQuery(supabase: Supabase, profile: Pick<Profile, 'id' | 'role'>, actorId: string) {
  return queryOptions({
    queryKey: queryKeys.sessions.stats(profile.id, actorId),
    queryFn: () => fetchChatStats(supabase, profile, actorId),
  });
}

export function useChatStats(profile: Profile) {
  return useQuery(chatStatsQuery(useSupabase(), profile, useBoothId(profile)));
}
