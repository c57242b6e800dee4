import { queryOptions, skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { useUser } from '@/shared/auth/auth-context.ts';

/**
 * The user's own profile, all fields; null when there is no row yet (what PGRST116 means on a
 * `single()` lookup).
 */
export async function fetchProfile(supabase: Supabase, userId: string): Promise<Profile | null> {
  const { data } = await supabase
    .from('profiles')
    .select('*')
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError();
  return data;
}

/**
 * One key for the profile everywhere: code that writes the profile stores the returned row under
 * this key.
 */
export function profileQuery(supabase: Supabase, userId: string | undefined) {
  return queryOptions({
    queryKey: queryKeys.profile(userId ?? ''),
    queryFn: userId ? () => fetchProfile(supabase, userId) : skipToken,
    staleTime: 60_000,
    // A part of a page that shows the failure must not begin the question again by being shown:
    // that had no end.
    retryOnMount: false,
  });
}

/** The signed-in user's profile; pending while signed out. */
export function useProfile(): UseQueryResult<Profile | null> {
  return useQuery(profileQuery(useSupabase(), useUser()?.id));
}
