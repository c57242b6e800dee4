import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { MyBooth } from '@/shared/api/booth-types.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';

/** The part of a profile that says who acts for a booth. */
export type Actor = Pick<Profile, 'id' | 'role'>;

/** The booth that the caller acts for (docs/adr/0083); null without a profile. */
async function fetchMyBooth(supabase: Supabase): Promise<MyBooth | null> {
  const { data } = await supabase.rpc('my_booth').throwOnError();
  return data;
}

/** A device keeps the answer, so that it is known at once and offline. */
export function myBoothQuery(supabase: Supabase, profileId: string) {
  return queryOptions({
    queryKey: queryKeys.team.booth(profileId),
    queryFn: () => fetchMyBooth(supabase),
    staleTime: 60_000,
  });
}

/** @returns the query of the booth that the user acts for; a visitor has none, and asks for none */
export function useMyBooth(profile: Actor): UseQueryResult<MyBooth | null> {
  return useQuery({ ...myBoothQuery(useSupabase(), profile.id), enabled: profile.role === 'vendor' });
}

/**
 * @returns the id with which the user writes rows that have `owner_id` or `vendor_id`: that of their
 * booth. It is their own without a team, for a visitor, and until the answer is there: a vendor
 * without a team waits for nothing, and the server refuses a row of the wrong booth.
 */
export function useBoothId(profile: Actor): string {
  return useMyBooth(profile).data?.id ?? profile.id;
}
