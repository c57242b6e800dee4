import { useSupabase } from '@/shared/api/supabase.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';

/** The server's information about a user's recovery codes (docs/adr/0050). */
export interface RecoveryCodes {
  /** The number of unused codes. */
  remaining: number;
  created_at: string | null;
  /** Null: never. */
  expires_at: string | null;
}

export const RECOVERY_CODES_PATH = '/factors/recovery-codes';

interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** Proves the second factor by a recovery code, which is used up then. Fails with an AuthError. */
export function useRecoveryCode() {
  const supabase = useSupabase();
  return useSingleMutation({
    mutationFn: async (code: string) => {
      const path = `${RECOVERY_CODES_PATH}/verify`;
      const tokens = await supabase.authCall<Tokens>(path, { method: 'POST', body: { code } });
      const { error } = await supabase.auth.setSession(tokens);
      if (error) throw error;
    },
    networkMode: 'always',
  });
}
