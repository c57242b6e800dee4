import type { Role } from '@dragoman/domain/roles';
import type { User } from '@supabase/auth-js';
import { useQueryClient } from '@tanstack/react-query';
import { fetchProfile } from '@/entities/profile/profile-query.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { errorCode } from '@/shared/api/error-message.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import { newProfile } from '../model/new-profile.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Gives the user a role (specification 4.2): an existing profile's role is updated, otherwise one
 * is inserted.
 */
export async function chooseRole(supabase: Supabase, user: User, role: Role): Promise<Profile> {
  if (await fetchProfile(supabase, user.id)) return updateRole(supabase, user.id, role);
  const { data, error } = await supabase.from('profiles').insert(newProfile(user, role)).select().single();
  if (!error) return data;
  // Another tab was quicker: its profile exists now.
  if (errorCode(error) === UNIQUE_VIOLATION) return updateRole(supabase, user.id, role);
  throw error;
}

async function updateRole(supabase: Supabase, userId: string, role: Role): Promise<Profile> {
  const { data } = await supabase
    .from('profiles')
    .update({ role })
    .eq('user_id', userId)
    .select()
    .single()
    .throwOnError();
  return data;
}

/** The role choice as a mutation; the new profile goes into the cache. */
export function useChooseRole() {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ user, role }: { user: User; role: Role }) => chooseRole(supabase, user, role),
    onSuccess: (profile) => queryClient.setQueryData(queryKeys.profile(profile.user_id), profile),
  });
}
