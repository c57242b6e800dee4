import type { JoinTarget } from '@dragoman/domain/join-target';
import { useQueryClient } from '@tanstack/react-query';
import type { ChatRow } from '@/shared/api/database-types.ts';
import { errorCode } from '@/shared/api/error-message.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { useUser } from '@/shared/auth/auth-context.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import { deviceId } from './device-id.ts';

/** No visitor; another visitor has the session. */
const REFUSALS = new Set(['PT403', '23505']);

/**
 * Joins a session in one atomic statement (specification 4.6).
 * @throws PostgrestError with code 23505 when another visitor has it, PT403 for a caller who is no
 * visitor.
 */
export async function joinChat(supabase: Supabase, chatId: string): Promise<ChatRow> {
  const { data } = await supabase.rpc('join_session', { session_id: chatId }).throwOnError();
  return data;
}

/**
 * Joins a code's target: a session, or the visitor's own session of a booth code.
 * @throws as {@link joinChat}; for a booth code also PostgrestError with PT404, PT410 (replaced)
 * and PT423 (paused).
 */
export async function joinTarget(supabase: Supabase, target: JoinTarget): Promise<ChatRow> {
  if (target.kind === 'session') return joinChat(supabase, target.id);
  const { data } = await supabase.rpc('join_booth', { code: target.code, device: deviceId() }).throwOnError();
  return data;
}

export function useJoin() {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const userId = useUser()?.id ?? '';
  return useSingleMutation({
    mutationFn: (target: JoinTarget) => joinTarget(supabase, target),
    networkMode: 'always',
    onError: (error) => {
      // A refused user may have another role by now: it is read again after the redirect. After any
      // other error the user stays on the page, which needs the profile.
      if (REFUSALS.has(errorCode(error) ?? ''))
        queryClient.removeQueries({ queryKey: queryKeys.profile(userId) });
    },
    onSuccess: (chat) => {
      if (!chat.visitor_id) return;
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions.all(chat.visitor_id) });
    },
  });
}
