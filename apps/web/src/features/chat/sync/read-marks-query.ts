import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { errorCode } from '@/shared/api/error-message.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import { retryDelayMs } from '@/shared/async/retry-delay.ts';
import { chatKeys } from '../model/chat-keys.ts';
import { type ReadMark, withMark } from './read-marks.ts';

/** How far both people of a session have read. Live changes keep it up to date. */
export function marksQuery(supabase: Supabase, sessionId: string) {
  return queryOptions({
    queryKey: chatKeys.marks(sessionId),
    queryFn: async ({ client, queryKey }): Promise<readonly ReadMark[]> => {
      const { data } = await supabase
        .from('session_reads')
        .select('*')
        .eq('session_id', sessionId)
        .throwOnError();
      // A live change may have overtaken the answer.
      return data.reduce(withMark, client.getQueryData<readonly ReadMark[]>(queryKey) ?? []);
    },
    staleTime: 60_000,
  });
}

/**
 * Tells the server that the user has read a session.
 * @param upTo created_at of the newest message on the screen; null for an empty chat
 * @returns the mark as it is now; another device may have read further.
 * @throws when the server cannot be reached.
 */
export async function markRead(
  supabase: Supabase,
  sessionId: string,
  upTo: string | null,
): Promise<ReadMark> {
  const { data } = await supabase
    .rpc('mark_session_read', { session_id: sessionId, up_to: upTo })
    .throwOnError();
  return data;
}

/** Sends how far a session was read: one mark after the other, each of them until the server has answered. */
export function readMutation(supabase: Supabase, sessionId: string) {
  return mutationOptions({
    mutationFn: (upTo: string | null) => markRead(supabase, sessionId, upTo),
    scope: { id: `read-${sessionId}` },
    // Without a network they wait for it.
    networkMode: 'online',
    // Nothing else would send a mark again; what the server has refused, it refuses again.
    retry: (_failures, error) => errorCode(error) === undefined,
    retryDelay: (failures) => retryDelayMs(failures + 1),
  });
}
