import { queryOptions, useQuery } from '@tanstack/react-query';
import { useBoothId } from '@/entities/booth/my-booth.ts';
import { fetchVisitorIds } from '@/entities/chat/visitor-ids.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';

/** The number of vendors (specification 7.2). */
export async function fetchVendorCount(supabase: Supabase): Promise<number> {
  const { count } = await supabase
    .from('shared_profiles')
    .select('id', { count: 'exact', head: true })
    .eq('role', 'vendor')
    .throwOnError();
  return count ?? 0;
}

/** A vendor's unique visitors, or the vendors that a visitor can write to. */
export function peopleCountQuery(
  supabase: Supabase,
  { id, role }: Pick<Profile, 'id' | 'role'>,
  boothId: string,
) {
  const vendor = role === 'vendor';
  const queryKey: readonly string[] = vendor
    ? queryKeys.sessions.visitorCount(id, boothId)
    : queryKeys.vendors.count;
  return queryOptions({
    queryKey,
    queryFn: async () =>
      vendor ? (await fetchVisitorIds(supabase, boothId)).length : fetchVendorCount(supabase),
  });
}

export function usePeopleCount(profile: Profile) {
  return useQuery(peopleCountQuery(useSupabase(), profile, useBoothId(profile)));
}
