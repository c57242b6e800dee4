import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Block, Party } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { useBoothId } from '../booth/my-booth.ts';
import { useProfile } from '../profile/profile-query.ts';

/** A person whom the user has blocked; `person` is null when the account is gone. */
export type BlockedPerson = Pick<Block, 'blocked_id' | 'created_at'> & { person: Party | null };

function blocksQuery(supabase: Supabase, profileId: string) {
  return queryOptions({
    queryKey: queryKeys.blocks(profileId),
    queryFn: async (): Promise<BlockedPerson[]> => {
      const { data } = await supabase
        .from('blocks')
        .select('blocked_id, created_at, person:shared_profiles!blocked_id(id, name, company, avatar_url)')
        .order('created_at', { ascending: false })
        .throwOnError();
      return data;
    },
    staleTime: 60_000,
  });
}

/**
 * The people whom the user has blocked, latest first. Changes on other devices arrive by the inbox.
 */
export function useBlocks() {
  const me = useProfile().data?.id ?? '';
  return useQuery({ ...blocksQuery(useSupabase(), me), enabled: me !== '' });
}

/** @returns whether the user has blocked this person; false while unknown */
export function useIsBlocked(personId: string | undefined): boolean {
  return useBlocks().data?.some(({ blocked_id }) => blocked_id === personId) ?? false;
}

/** Blocks or unblocks a person; both are idempotent. @throws PostgrestError */
export function useSetBlocked() {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const profile = useProfile().data;
  const me = profile?.id ?? '';
  const blockerId = useBoothId({ id: me, role: profile?.role ?? 'visitor' });
  return useMutation({
    mutationFn: async ({ personId, blocked }: { personId: string; blocked: boolean }): Promise<void> => {
      const pair = { blocker_id: blockerId, blocked_id: personId };
      if (blocked) await supabase.from('blocks').upsert(pair, { ignoreDuplicates: true }).throwOnError();
      else await supabase.from('blocks').delete().match(pair).throwOnError();
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions.all(me) });
      return queryClient.invalidateQueries({ queryKey: queryKeys.blocks(me) });
    },
  });
}
