import type { Factor, User } from '@supabase/auth-js';
import { useSupabase } from '@/shared/api/supabase.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';

/** The factor to ask for: an authenticator app rather than a phone, which costs a message. */
export function factorToProve({ factors }: Pick<User, 'factors'>): Factor | null {
  const verified = factors?.filter(({ status }) => status === 'verified') ?? [];
  return (
    verified.find(({ factor_type }) => factor_type === 'totp') ??
    verified.find(({ factor_type }) => factor_type === 'phone') ??
    null
  );
}

/**
 * Sends a code to a phone.
 * @returns by `data`, the challenge that the code answers
 */
export function useSendFactorCode(factor: Factor | null) {
  const supabase = useSupabase();
  return useSingleMutation({
    mutationFn: async () => {
      const { data, error } = await supabase.auth.mfa.challenge({ factorId: factor?.id ?? '' });
      if (error) throw error;
      return data.id;
    },
    networkMode: 'always',
  });
}

/**
 * Proves a factor by its code; the auth state follows by its own event. Of several apps the code
 * may be any one's. Fails with an AuthError.
 */
export function useProveFactor(user: User, challengeId: string | undefined) {
  const supabase = useSupabase();
  return useSingleMutation({
    mutationFn: async (code: string) => {
      const factor = factorToProve(user);
      const apps =
        user.factors?.filter((one) => one.status === 'verified' && one.factor_type === 'totp') ?? [];
      if (factor?.factor_type === 'phone') {
        const answer = { factorId: factor.id, challengeId: challengeId ?? '', code };
        const { error } = await supabase.auth.mfa.verify(answer);
        if (error) throw error;
        return;
      }
      let refused: Error | null = null;
      for (const { id } of apps) {
        const { error } = await supabase.auth.mfa.challengeAndVerify({ factorId: id, code });
        if (!error) return;
        refused = error;
        if (error.code !== 'mfa_verification_failed') break;
      }
      throw refused ?? new Error('There is no factor to prove');
    },
    networkMode: 'always',
  });
}
