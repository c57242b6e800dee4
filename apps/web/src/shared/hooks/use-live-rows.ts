import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openLiveChannel } from '../api/live-channel.ts';
import { useSupabase } from '../api/supabase.ts';

/**
 * Somebody's own rows that are written on another device appear by themselves, for as long as somebody looks.
 * @param keyOf of what is read again; the same function in each rendering.
 */
export function useLiveRows(
  table: 'leads' | 'scanned_cards',
  ownerId: string,
  keyOf: (ownerId: string) => QueryKey,
): void {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  useEffect(() => {
    const readAgain = () => void queryClient.invalidateQueries({ queryKey: keyOf(ownerId) });
    let missed = false;
    return openLiveChannel(supabase, {
      topic: `${table}:${ownerId}`,
      bind: (channel) =>
        void channel.on(
          'postgres_changes',
          { event: '*', schema: 'public', table, filter: `owner_id=eq.${ownerId}` },
          readAgain,
        ),
      onLive: () => {
        if (missed) readAgain();
        missed = false;
      },
      onDown: () => {
        missed = true;
      },
    });
  }, [supabase, queryClient, table, ownerId, keyOf]);
}
