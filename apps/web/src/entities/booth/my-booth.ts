import { type QueryClient, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { AnswerOf, Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';

/** The booth that a person acts for, and their place in it (docs/adr/0083). */
export type MyBooth = NonNullable<AnswerOf<'my_booth'>>;

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

/**
 * @returns the ids under which the user's chats are found: their own and, for a vendor, that of the
 * booth at which they work, as soon as it is known
 */
export function chatOwnerIds(queryClient: QueryClient, profile: Actor): string[] {
  const booth =
    profile.role === 'vendor'
      ? queryClient.getQueryData<MyBooth | null>(queryKeys.team.booth(profile.id))
      : null;
  return booth && booth.id !== profile.id ? [profile.id, booth.id] : [profile.id];
}

/** @returns whether the user works in the team of the booth that has this id */
export function useWorksInTeam(me: Actor, boothId: string): boolean {
  const booth = useMyBooth(me).data;
  return booth?.team === true && booth.id === boothId;
}

/**
 * @returns the vendor in whose name the user makes codes and posters: their own profile, or with the
 * id, name, company and picture of the booth at which they work
 */
export function useBoothVendor(profile: Profile): Profile {
  const booth = useMyBooth(profile).data;
  if (!booth || booth.owner) return profile;
  const { id, name, company, avatar_url } = booth;
  return { ...profile, id, name, company, avatar_url };
}
