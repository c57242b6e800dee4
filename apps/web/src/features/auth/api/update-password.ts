import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';

/**
 * Sets the signed-in user's password; the recovery ends by the client's own event.
 * @throws AuthError
 */
export async function updatePassword(supabase: Supabase, password: string): Promise<void> {
  const { error } = await supabase.auth.updateUser({ password });
  if (error) throw error;
}

/** @param onUpdated runs even after the form was unmounted */
export function useUpdatePassword(onUpdated: () => void) {
  const supabase = useSupabase();
  return useSingleMutation({
    mutationFn: (password: string) => updatePassword(supabase, password),
    onSuccess: onUpdated,
    networkMode: 'always',
  });
}
