import { loginPath } from '@dragoman/domain/routes';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { keepingVerifier } from '@/shared/auth/code-verifier.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';

export interface AccountAddress {
  email: string;
  password: string;
}

/**
 * Gives a guest's account an address and a password (docs/adr/0025). The guest keeps their identity
 * and all their data. Where addresses are confirmed, the user has it as `new_email` until the
 * mail's link is opened, or its code is typed.
 * @param path of the page that the mail's link leads back to
 * @throws AuthError
 */
export async function addAddress(
  supabase: Supabase,
  { email, password }: AccountAddress,
  path: string,
): Promise<void> {
  // The link leads through the login page, which handles links opened in another browser
  // (specification 2.3).
  const emailRedirectTo = new URL(loginPath(path), window.location.origin).href;
  const request = (given: Partial<AccountAddress>) =>
    keepingVerifier(() => supabase.auth.updateUser(given, { emailRedirectTo }));
  const first = await request({ email, password });
  // A repeated request, or one for another address, finds the password already set.
  const { data, error } = first.error?.code === 'same_password' ? await request({ email }) : first;
  if (error) throw error;
  // At once a full user, whose token still says that they are a guest.
  if (!data.user.is_anonymous) await supabase.auth.refreshSession();
}

/** Confirms the address with the code of the mail. @throws AuthError */
export async function confirmAddress(supabase: Supabase, email: string, code: string): Promise<void> {
  const { error } = await supabase.auth.verifyOtp({ email, token: code, type: 'email_change' });
  if (error) throw error;
}

export function useAddAddress(userId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (given: AccountAddress) => addAddress(supabase, given, window.location.pathname),
    networkMode: 'always',
    // The address is on their card now.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.profile(userId) }),
  });
}

export function useConfirmAddress(userId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ email, code }: { email: string; code: string }) => confirmAddress(supabase, email, code),
    networkMode: 'always',
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.profile(userId) }),
  });
}
