import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepCurrent, type ReadOptions } from '../api/keep-current.ts';
import { useSupabase } from '../api/supabase.ts';

/** An import changes hundreds of rows within seconds: changes of this time are read together. */
const TOGETHER_MS = 300;

/**
 * Keeps the user's own rows current while the page is visible: changes from other devices appear by
 * themselves, without WebSockets within 20 s.
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
    let due: ReturnType<typeof setTimeout> | undefined;
    const readAgain = (options?: ReadOptions) => {
      clearTimeout(due);
      due = undefined;
      void queryClient.invalidateQueries({ queryKey: keyOf(ownerId) }, options);
    };
    const readSoon = () => {
      due ??= setTimeout(() => readAgain(), TOGETHER_MS);
    };
    const owners = boothId === ownerId ? `eq.${ownerId}` : `in.(${ownerId},${boothId})`;
    const close = keepCurrent(supabase, {
      topic: `${table}:${owners}`,
      bind: (channel) =>
        void channel.on(
          'postgres_changes',
          { event: '*', schema: 'public', table, filter: `owner_id=${owners}` },
          readSoon,
        ),
      readAgain,
    });
    return () => {
      close();
      if (due !== undefined) readAgain();
    };
  }, [supabase, queryClient, table, ownerId, keyOf, boothId]);
}
