import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { keepingVerifier } from '@/shared/auth/code-verifier.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import type { CodePurpose } from '../model/login-view.ts';

/**
 * Asks for a mail that lets its reader set a new password. The answer is the same for an unknown
 * address.
 * @param target where the mail's link leads, an absolute URL.
 * @throws AuthError
 */
export async function requestPasswordReset(supabase: Supabase, email: string, target: string): Promise<void> {
  const { error } = await keepingVerifier(() =>
    supabase.auth.resetPasswordForEmail(email, { redirectTo: target }),
  );
  if (error) throw error;
}

/**
 * Requests a mail that signs its reader in, and creates the account if it does not exist.
 * @throws AuthError
 */
export async function requestMagicLink(supabase: Supabase, email: string, target: string): Promise<void> {
  const { error } = await keepingVerifier(() =>
    supabase.auth.signInWithOtp({ email, options: { emailRedirectTo: target } }),
  );
  if (error) throw error;
}

export interface MailedCode {
  email: string;
  code: string;
  purpose: CodePurpose;
}

/**
 * Signs in with the code of a mail; a recovery code also raises the recovery event.
 * @throws AuthError
 */
export async function verifyCode(supabase: Supabase, { email, code, purpose }: MailedCode): Promise<void> {
  const type = purpose === 'recovery' ? 'recovery' : 'email';
  const { error } = await supabase.auth.verifyOtp({ email, token: code, type });
  if (error) throw error;
}

/**
 * Asks for another mail with a code, of the kind that the first one was.
 * @param target where the mail's link leads, an absolute URL.
 * @throws AuthError
 */
export async function sendNewCode(
  supabase: Supabase,
  { email, purpose }: Pick<MailedCode, 'email' | 'purpose'>,
  target: string,
): Promise<void> {
  if (purpose === 'recovery') return requestPasswordReset(supabase, email, target);
  const { error } = await keepingVerifier(() =>
    purpose === 'signup'
      ? supabase.auth.resend({ type: 'signup', email, options: { emailRedirectTo: target } })
      : // A resend never creates an account: the user has requested a code before, so an unknown
        // address is a typing error.
        supabase.auth.signInWithOtp({ email, options: { emailRedirectTo: target, shouldCreateUser: false } }),
  );
  if (error) throw error;
}

export function useRequestPasswordReset(target: string) {
  const supabase = useSupabase();
  return useSingleMutation({
    mutationFn: (email: string) => requestPasswordReset(supabase, email, target),
    networkMode: 'always',
  });
}

export function useRequestMagicLink(target: string) {
  const supabase = useSupabase();
  return useSingleMutation({
    mutationFn: (email: string) => requestMagicLink(supabase, email, target),
    networkMode: 'always',
  });
}

export function useVerifyCode() {
  const supabase = useSupabase();
  return useSingleMutation({
    mutationFn: (code: MailedCode) => verifyCode(supabase, code),
    networkMode: 'always',
  });
}

export function useSendNewCode(purpose: CodePurpose, target: string) {
  const supabase = useSupabase();
  return useSingleMutation({
    mutationFn: (email: string) => sendNewCode(supabase, { email, purpose }, target),
    networkMode: 'always',
  });
}
