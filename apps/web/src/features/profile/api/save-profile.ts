import { type ProfileForm, profileColumns } from '@dragoman/domain/profile-forms';
import { useQueryClient } from '@tanstack/react-query';
import type { Database, Profile } from '@/shared/api/database-types.ts';
import { errorCode } from '@/shared/api/error-message.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import type { VisitorSetupForm } from '../model/form-values.ts';

type ProfileInsert = Database['public']['Tables']['profiles']['Insert'];

const UNIQUE_VIOLATION = '23505';

/**
 * Updates the user's row if there is one, otherwise inserts it (specification 4.8).
 * @throws PostgrestError
 */
async function upsertProfile(supabase: Supabase, columns: ProfileInsert, onInsert?: Partial<ProfileInsert>) {
  const { user_id, ...changes } = columns;
  const update = () =>
    supabase.from('profiles').update(changes).eq('user_id', user_id).select().maybeSingle();
  const updated = await update().throwOnError();
  if (updated.data) return updated.data;

  const inserted = await supabase
    .from('profiles')
    .insert({ ...onInsert, ...columns })
    .select()
    .single();
  if (!inserted.error) return inserted.data;
  // Another tab has just made the row: then it is an update after all.
  if (errorCode(inserted.error) === UNIQUE_VIOLATION) {
    const retried = await update().throwOnError();
    if (retried.data) return retried.data;
  }
  throw inserted.error;
}

/** Saves the vendor's setup: the columns of specification 7.2, role vendor. */
export function saveVendorProfile(supabase: Supabase, userId: string, form: ProfileForm): Promise<Profile> {
  const { name, company, email, phone, website, whatsapp, wechat, language } = profileColumns(form);
  return upsertProfile(supabase, {
    user_id: userId,
    ...{ name, company, email, phone, website, whatsapp, wechat, language },
    role: 'vendor',
  });
}

/**
 * Saves the visitor's setup: the columns of specification 7.2, role visitor, stamped.
 * @param accountEmail becomes the profile's address when the row is new; the form does not ask for
 * one.
 */
export function saveVisitorProfile(
  supabase: Supabase,
  user: { id: string; email?: string | undefined },
  form: VisitorSetupForm,
): Promise<Profile> {
  return upsertProfile(
    supabase,
    {
      user_id: user.id,
      ...profileColumns(form),
      language: form.language,
      role: 'visitor',
      updated_at: new Date().toISOString(),
    },
    { email: user.email || null },
  );
}

/** Saves Profile Settings (specification 7.2): everything but the role. */
export async function updateProfile(supabase: Supabase, userId: string, form: ProfileForm): Promise<Profile> {
  const { data } = await supabase
    .from('profiles')
    .update(profileColumns(form))
    .eq('user_id', userId)
    .select()
    .single()
    .throwOnError();
  return data;
}

/** Any of the three as a mutation; the saved row goes into the cache, where every page reads it. */
export function useSaveProfile<Form>(save: (supabase: Supabase, form: Form) => Promise<Profile>) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (form: Form) => save(supabase, form),
    networkMode: 'always',
    onSuccess: (profile) => queryClient.setQueryData(queryKeys.profile(profile.user_id), profile),
  });
}
