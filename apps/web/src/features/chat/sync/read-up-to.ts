import { useQuery } from '@tanstack/react-query';
import { createContext } from 'react';
import { useSupabase } from '@/shared/api/supabase.ts';
import { isOfOtherSide } from '../model/chat.ts';
import { newestMarks } from './read-marks.ts';
import { readMarksQuery } from './read-marks-query.ts';

/**
 * created_at of the newest message that the other side has read; null for none. Only the small
 * signs listen to it.
 */
export const ReadUpToContext = createContext<string | null>(null);

/** The time up to which the other side has read; null before a visitor has joined. */
export function useReadUpTo(chatId: string, myId: string, visitorId: string | null): string | null {
  const marks = useQuery(readMarksQuery(useSupabase(), chatId)).data ?? [];
  return newestMarks(marks, (profileId) => isOfOtherSide(profileId, myId, visitorId)).lastReadAt;
}
