import { useQuery } from '@tanstack/react-query';
import { createContext } from 'react';
import { useSupabase } from '@/shared/api/supabase.ts';
import { marksQuery } from './read-marks-query.ts';

/** created_at of the newest message that the other side has read; null for none. Only the small signs listen to it. */
export const ReadUpToContext = createContext<string | null>(null);

/** How far the other side has read; null before a visitor has joined. */
export function useReadUpTo(sessionId: string, counterpartId: string | undefined): string | null {
  const marks = useQuery(marksQuery(useSupabase(), sessionId)).data;
  return marks?.find(({ profile_id }) => profile_id === counterpartId)?.last_read_at ?? null;
}
