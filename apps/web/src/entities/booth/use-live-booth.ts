import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepCurrent, type ReadOptions } from '@/shared/api/keep-current.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useSupabase } from '@/shared/api/supabase.ts';

/**
 * Reads the booth, its people and its invitations again when a person joins, leaves or is away, on
 * any device; a person who was removed hears of it from their own profile's changes.
 * @param boothId undefined: none is listened to
 */
export function useLiveBooth(profileId: string, boothId: string | undefined): void {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!boothId) return;
    const readAgain = (options?: ReadOptions) =>
      void queryClient.invalidateQueries({ queryKey: queryKeys.team.all(profileId) }, options);
    const changes = { event: '*', schema: 'public' } as const;
    return keepCurrent(supabase, {
      topic: `team:${boothId}`,
      bind: (channel) =>
        void channel
          .on(
            'postgres_changes',
            { ...changes, table: 'booth_members', filter: `owner_id=eq.${boothId}` },
            () => readAgain(),
          )
          .on(
            'postgres_changes',
            { ...changes, table: 'profile_changes', filter: `profile_id=eq.${profileId}` },
            () => readAgain(),
          ),
      readAgain,
    });
  }, [supabase, queryClient, profileId, boothId]);
}
