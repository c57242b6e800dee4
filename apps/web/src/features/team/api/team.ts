import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BoothInvitation, NewBoothInvitation } from '@/entities/booth/team.ts';
import type { Party } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { useAttemptId } from '@/shared/hooks/use-attempt-id.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';

export type ListedInvitation = BoothInvitation & { used_by_person: Pick<Party, 'id' | 'name'> | null };

/** Ended invitations are of little interest: this many lines of all are read. */
const MOST_INVITATIONS = 40;

/** The invitations of the user's booth, newest first; the owner alone has any. */
export function useInvitations(profileId: string, enabled: boolean) {
  const supabase = useSupabase();
  return useQuery(
    queryOptions({
      queryKey: queryKeys.team.invitations(profileId),
      enabled,
      queryFn: async (): Promise<ListedInvitation[]> => {
        const { data } = await supabase
          .from('booth_invitations')
          .select(
            'id, owner_id, created_at, expires_at, used_by, used_at, revoked_at, used_by_person:shared_profiles!used_by(id,name)',
          )
          .order('created_at', { ascending: false })
          .order('id')
          .limit(MOST_INVITATIONS)
          .throwOnError();
        return data;
      },
    }),
  );
}

/**
 * Makes an invitation; its token is known to this device alone. The next attempt replaces one whose
 * answer was lost. @throws PostgrestError
 */
export function useInvite(profileId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const attempt = useAttemptId();
  return useSingleMutation({
    mutationFn: async (): Promise<NewBoothInvitation> => {
      const args = { invitation_id: attempt.of('') };
      const { data } = await supabase.rpc('create_booth_invitation', args).throwOnError();
      const made = data[0];
      if (!made) throw new Error('The server made no invitation');
      return made;
    },
    onSuccess: attempt.done,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.team.invitations(profileId) }),
  });
}

/** Ends an invitation that was not used. @throws PostgrestError */
export function useRevoke(profileId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (invitationId: string) => {
      await supabase.rpc('revoke_booth_invitation', { invitation_id: invitationId }).throwOnError();
    },
    // Not awaited: the row is gone then, and with it what the page does next.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.team.invitations(profileId) });
    },
  });
}

/**
 * Removes a person from the booth, or the user themselves: then they act for their own booth again,
 * and everything is read again. @throws PostgrestError
 */
export function useRemoveMember(profileId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (memberId: string) => {
      await supabase.rpc('remove_booth_member', { member_id: memberId }).throwOnError();
    },
    onSettled: (_, __, memberId) =>
      queryClient.invalidateQueries(
        memberId === profileId ? {} : { queryKey: queryKeys.team.all(profileId) },
      ),
  });
}

/** Goes away or comes back. Gives the number of chats that returned to unassigned. */
export function useSetAway(profileId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (away: boolean): Promise<number> =>
      (await supabase.rpc('set_away', { away }).throwOnError()).data,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.team.all(profileId) }),
        queryClient.invalidateQueries({ queryKey: queryKeys.sessions.all(profileId) }),
      ]),
  });
}
