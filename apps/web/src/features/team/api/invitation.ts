import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BoothInvitationView, BoothMember } from '@/entities/booth/team.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import { boothFault } from '../model/booth-fault.ts';

/**
 * What an invitation to a booth shows; null for an unknown one. The viewer is part of its key: who
 * has accepted it sees more.
 */
export function useInvitation(token: string, userId: string | undefined, enabled: boolean) {
  const supabase = useSupabase();
  return useQuery(
    queryOptions({
      queryKey: queryKeys.boothInvitation(token, userId),
      enabled,
      queryFn: async (): Promise<BoothInvitationView | null> => {
        const { data, error } = await supabase.rpc('booth_invitation', { token });
        if (boothFault(error) === 'invitation_unknown') return null;
        if (error) throw error;
        return data[0] ?? null;
      },
    }),
  );
}

/**
 * Accepts an invitation: everything is read again as the booth's, the booth itself first.
 * @param onAccepted also called when the page has gone on already. @throws PostgrestError
 */
export function useAcceptInvitation(onAccepted: () => void) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async (token: string): Promise<BoothMember> =>
      (await supabase.rpc('accept_booth_invitation', { token }).throwOnError()).data,
    onSuccess: async () => {
      onAccepted();
      await queryClient.invalidateQueries({ queryKey: queryKeys.team.every, refetchType: 'all' });
    },
    onSettled: () => queryClient.invalidateQueries(),
  });
}
