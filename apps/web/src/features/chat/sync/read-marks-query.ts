import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { errorCode } from '@/shared/api/error-message.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import { retryDelayMs } from '@/shared/async/retry-delay.ts';
import { chatKeys } from '../model/chat-keys.ts';
import { type ReadMark, withMark } from './read-marks.ts';

/** The read marks of both people of a session. Live changes keep it up to date. */
export function readMarksQuery(supabase: Supabase, chatId: string) {
  return queryOptions({
    queryKey: chatKeys.marks(chatId),
    queryFn: async ({ client, queryKey }): Promise<readonly ReadMark[]> => {
      const { data } = await supabase
        .from('session_reads')
        .select('*')
        .eq('session_id', chatId)
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
export async function markRead(supabase: Supabase, chatId: string, upTo: string | null): Promise<ReadMark> {
  const { data } = await supabase
    .rpc('mark_session_read', { session_id: chatId, up_to: upTo })
    .throwOnError();
  return data;
}

/**
 * Sends how far a session was read: one mark after the other, each of them until the server has
 * answered.
 */
export function readMutation(supabase: Supabase, chatId: string) {
  return mutationOptions({
    mutationFn: (upTo: string | null) => markRead(supabase, chatId, upTo),
    scope: { id: `read-${chatId}` },
    // Without a network they wait for it.
    networkMode: 'online',
    // No other code sends a mark again; the server would refuse a refused mark again.
    retry: (_failures, error) => errorCode(error) === undefined,
    retryDelay: (failures) => retryDelayMs(failures + 1),
  });
}
