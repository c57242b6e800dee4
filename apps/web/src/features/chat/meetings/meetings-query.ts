import { queryOptions } from '@tanstack/react-query';
import type { MeetingRow } from '@/entities/meeting/meeting.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import { chatKeys } from '../model/chat-keys.ts';

/** Meetings that are read, the latest first: more than a chat shows at once. */
const MOST = 200;

/** The meetings of a chat. Live changes have them read again. */
export function meetingsQuery(supabase: Supabase, chatId: string) {
  return queryOptions({
    queryKey: chatKeys.meetings(chatId),
    queryFn: async (): Promise<MeetingRow[]> => {
      const { data } = await supabase
        .from('meetings')
        .select('*')
        .eq('session_id', chatId)
        .order('created_at', { ascending: false })
        .limit(MOST)
        .throwOnError();
      return data;
    },
    staleTime: 60_000,
  });
}

/** @returns the meetings with one that the server has answered */
export function withMeeting(known: readonly MeetingRow[], meeting: MeetingRow): MeetingRow[] {
  return [meeting, ...known.filter(({ id }) => id !== meeting.id)];
}
