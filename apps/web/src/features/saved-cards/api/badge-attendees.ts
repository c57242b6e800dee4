import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BadgeAttendee, ScannedCard } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useSupabase } from '@/shared/api/supabase.ts';

// The server counts what is asked for, and answers only what an earlier request has asked for
// (docs/adr/0084). So both functions below ask twice.

/**
 * The person of a badge that a vendor has scanned, from the administrator's list of attendees
 * (docs/adr/0084).
 * @param badge its id; null: there is nothing to ask
 * @returns null while it is asked, and when there is no such person
 */
export function useBadgeAttendee(ownerId: string, badge: string | null): BadgeAttendee | null {
  const supabase = useSupabase();
  const { data } = useQuery({
    queryKey: queryKeys.badgeAttendee(ownerId, badge ?? ''),
    queryFn: async ({ signal }) => {
      const ask = async () => {
        const { data: people } = await supabase
          .rpc('badge_attendee', { badge: badge ?? '' })
          .abortSignal(signal)
          .throwOnError();
        return people[0] ?? null;
      };
      return (await ask()) ?? (await ask());
    },
    enabled: badge !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}

/**
 * Lets the server fill a vendor's kept badges that have no name, each time that the card box opens:
 * the list may have come after the scan.
 */
export function useBadgeMatches(ownerId: string, isVendor: boolean, cards: readonly ScannedCard[]): void {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const waiting = cards.filter(({ badge, name }) => badge !== null && name === null).length;
  useQuery({
    queryKey: queryKeys.badgeMatches(ownerId, waiting),
    queryFn: async ({ signal }) => {
      const ask = async () => {
        const { data: filled } = await supabase.rpc('match_badges').abortSignal(signal).throwOnError();
        if (filled > 0) void queryClient.invalidateQueries({ queryKey: queryKeys.cards(ownerId) });
        return filled;
      };
      return (await ask()) + (await ask());
    },
    enabled: isVendor && waiting > 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
}
