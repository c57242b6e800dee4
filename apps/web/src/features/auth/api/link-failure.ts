import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useSupabase } from '@/shared/api/supabase.ts';
import { authCallbackParams } from '@/shared/auth/auth-callback-params.ts';

/** The failure of the mailed link that opened this page without giving a session. */
export type LinkFailure =
  /** The client's or the service's words say why. */
  | { kind: 'refused'; error: Error }
  /** The link did its work, but only the browser that asked for it can exchange its code. */
  | { kind: 'other-browser' };

/**
 * @returns the failure, `pending` while the client still reads the link, or null when no link led
 * here or all went well.
 */
export function useLinkFailure(): LinkFailure | { kind: 'pending' } | null {
  const supabase = useSupabase();
  const answer = authCallbackParams(useLocation());
  const { data: error, isPending } = useQuery({
    queryKey: ['auth', 'link-failure'],
    // The client has read the address as it started; this is the same answer again.
    queryFn: async () => (await supabase.auth.initialize()).error,
    enabled: answer !== null,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  if (answer === null) return null;
  if (isPending) return { kind: 'pending' };
  if (error) return { kind: 'refused', error };
  return answer === 'code' ? { kind: 'other-browser' } : null;
}
