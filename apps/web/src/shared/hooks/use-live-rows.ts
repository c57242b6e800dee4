import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openLiveChannel } from '../api/live-channel.ts';
import { useSupabase } from '../api/supabase.ts';

/**
 * Keeps the user's own rows current while the page is visible: changes from other devices appear by
 * themselves.
 * @param keyOf the key of the query to refetch; the same function in each rendering
 * @param boothId a booth whose rows the query has besides, where it is not the owner
 */
export function useLiveRows(
  table: 'leads' | 'scanned_cards',
  ownerId: string,
  keyOf: (ownerId: string) => QueryKey,
  boothId = ownerId,
): void {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  useEffect(() => {
    const readAgain = () => void queryClient.invalidateQueries({ queryKey: keyOf(ownerId) });
    const owners = boothId === ownerId ? `eq.${ownerId}` : `in.(${ownerId},${boothId})`;
    let missed = false;
    return openLiveChannel(supabase, {
      topic: `${table}:${owners}`,
      bind: (channel) =>
        void channel.on(
          'postgres_changes',
          { event: '*', schema: 'public', table, filter: `owner_id=${owners}` },
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
  }, [supabase, queryClient, table, ownerId, keyOf, boothId]);
}
