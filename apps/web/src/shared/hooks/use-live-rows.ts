import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepCurrent, type ReadOptions } from '../api/keep-current.ts';
import { useSupabase } from '../api/supabase.ts';

/** An import changes hundreds of rows within seconds: changes of this time are read together. */
const TOGETHER_MS = 300;

/** The parts of a realtime `postgres_changes` payload that matter here. */
export interface RowChange {
  eventType: string;
  new: unknown;
  old: unknown;
  errors?: unknown;
}

interface LiveRowsOptions<Rows> {
  /** A booth whose rows the query has besides, where it is not the owner. */
  boothId?: string;
  /**
   * The rows after a change, or null when the change does not hold enough. Without it each change
   * reads the query again. The same function in each rendering.
   */
  apply?(rows: Rows, change: RowChange): Rows | null;
}

/**
 * Keeps the user's own rows current while the page is visible: changes from other devices appear by
 * themselves, without WebSockets within 20 s.
 * @param keyOf the key of the query to refetch; the same function in each rendering
 */
export function useLiveRows<Rows>(
  table: 'leads' | 'scanned_cards',
  ownerId: string,
  keyOf: (ownerId: string) => QueryKey,
  { boothId = ownerId, apply }: LiveRowsOptions<Rows> = {},
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
    const follow = (change: RowChange) => {
      const queryKey = keyOf(ownerId);
      const rows = queryClient.getQueryData<Rows>(queryKey);
      // A read that is under way may have been answered before the change.
      const isUncertain = due !== undefined || queryClient.isFetching({ queryKey }) > 0;
      const next = isUncertain || rows === undefined ? null : (apply?.(rows, change) ?? null);
      if (next === null) readSoon();
      else queryClient.setQueryData<Rows>(queryKey, () => next);
    };
    const owners = boothId === ownerId ? `eq.${ownerId}` : `in.(${ownerId},${boothId})`;
    const close = keepCurrent(supabase, {
      topic: `${table}:${owners}`,
      bind: (channel) =>
        void channel.on(
          'postgres_changes',
          { event: '*', schema: 'public', table, filter: `owner_id=${owners}` },
          follow,
        ),
      readAgain,
    });
    return () => {
      close();
      if (due !== undefined) readAgain();
    };
  }, [supabase, queryClient, table, ownerId, keyOf, boothId, apply]);
}
