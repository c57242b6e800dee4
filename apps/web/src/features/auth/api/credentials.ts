import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { keepingVerifier } from '@/shared/auth/code-verifier.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import { interfaceLanguage } from '@/shared/i18n/i18n.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** Signs in with e-mail and password; the auth state follows by its own event. @throws AuthError */
export async function signIn(supabase: Supabase, { email, password }: Credentials): Promise<void> {
  const { error } = await supabase.auth.signInWithPassword({ email, password });
  if (error) throw error;
}

/**
 * Creates an account.
 * @param confirmationTarget where a confirmation mail leads, an absolute URL.
 * @returns whether the address must be confirmed first, as there is no session yet.
 * @throws AuthError
 */
export async function signUp(
  supabase: Supabase,
  { email, password }: Credentials,
  confirmationTarget: string,
): Promise<{ confirmationSent: boolean }> {
  const { data, error } = await keepingVerifier(() =>
    supabase.auth.signUp({
      email,
      password,
      // The user has no profile yet, so mails use the language of the sign-up page.
      options: { emailRedirectTo: confirmationTarget, data: { language: interfaceLanguage() } },
    }),
  );
  if (error) throw error;
  return { confirmationSent: data.session === null };
}

export function useSignIn() {
  const supabase = useSupabase();
  return useSingleMutation({
    mutationFn: (credentials: Credentials) => signIn(supabase, credentials),
    // Offline the answer is an error in the message box, not a button that waits without a word.
    networkMode: 'always',
  });
}

export function useSignUp(confirmationTarget: string) {
  const supabase = useSupabase();
  return useSingleMutation({
    mutationFn: (credentials: Credentials) => signUp(supabase, credentials, confirmationTarget),
    networkMode: 'always',
  });
}
