import type { Language } from '@dragoman/domain/languages';
import type { Profile } from '@/shared/api/database-types.ts';
import type { Supabase } from '@/shared/api/supabase.ts';

/**
 * Changes the user's own language (specification 7.2). @returns the updated profile. @throws when
 * it was not changed
 */
export async function updateLanguage(
  supabase: Supabase,
  userId: string,
  language: Language,
): Promise<Profile> {
  const { data } = await supabase
    .from('profiles')
    .update({ language })
    .eq('user_id', userId)
    .select()
    .single()
    .throwOnError();
  return data;
}
