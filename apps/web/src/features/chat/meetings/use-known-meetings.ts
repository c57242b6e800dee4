import { useQuery } from '@tanstack/react-query';
import type { MeetingRow } from '@/entities/meeting/meeting.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import type { Chat } from '../model/chat.ts';
import { meetingsQuery } from './meetings-query.ts';

/** The meetings of a chat, as far as they are known. */
export interface KnownMeetings {
  rows: readonly MeetingRow[];
  /** They are those that the device has kept, and the server cannot be asked. */
  isOutdated: boolean;
}

const NONE: readonly MeetingRow[] = [];

/** @param kept those of the stored chat, which are shown until the server's answer */
export function useKnownMeetings(chat: Chat, kept: readonly MeetingRow[] | undefined): KnownMeetings {
  const query = meetingsQuery(useSupabase(), chat.id);
  const { data, isError, fetchStatus } = useQuery({ ...query, enabled: chat.visitor_id !== null });
  // Paused: the browser is offline.
  return { rows: data ?? kept ?? NONE, isOutdated: !data && (isError || fetchStatus === 'paused') };
}
