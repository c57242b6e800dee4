import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useUser } from '../../../lib/auth-context.ts';
import type { Session } from '../../../lib/database-types.ts';
import { errorCode } from '../../../lib/error-message.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { type Supabase, useSupabase } from '../../../lib/supabase.ts';

/** No visitor; another visitor has the session. */
const REFUSALS = new Set(['PT403', '23505']);

/**
 * Joins a session in one atomic statement (design section 8).
 * @throws PostgrestError with code 23505 when another visitor has it, PT403 for a caller who is no visitor.
 */
export async function joinSession(supabase: Supabase, sessionId: string): Promise<Session> {
  const { data } = await supabase.rpc('join_session', { session_id: sessionId }).throwOnError();
  return data;
}

export function useJoinSession() {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const userId = useUser()?.id ?? '';
  return useMutation({
    mutationFn: (sessionId: string) => joinSession(supabase, sessionId),
    networkMode: 'always',
    onError: (error) => {
      // Whoever is refused may have another role by now: it is read again where they are sent. After any other error they
      // stay on the page, which would lose its profile from under it.
      if (REFUSALS.has(errorCode(error) ?? ''))
        queryClient.removeQueries({ queryKey: queryKeys.profile(userId) });
    },
    onSuccess: (session) => {
      if (!session.visitor_id) return;
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions.all(session.visitor_id) });
    },
  });
}
