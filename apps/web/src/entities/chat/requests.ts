import type { Role } from '@dragoman/domain/roles';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChatListItem, ChatRow, Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { useProfile } from '../profile/profile-query.ts';
import { chatListQuery } from './chat-list-query.ts';
import { pendingRequests } from './request-state.ts';

const ofRole: Record<Role, (chats: readonly ChatListItem[]) => ChatListItem[]> = {
  vendor: (chats) => pendingRequests(chats, 'vendor'),
  visitor: (chats) => pendingRequests(chats, 'visitor'),
};

/** The requests that the user may answer, newest first; out of the same list as the chats. */
export function useRequests(profile: Pick<Profile, 'id' | 'role'>) {
  return useQuery({ ...chatListQuery(useSupabase(), profile), select: ofRole[profile.role] });
}

/** Accepts a request or declines it. @throws PostgrestError */
export function useAnswerRequest() {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const me = useProfile().data?.id ?? '';
  return useMutation({
    mutationFn: async ({
      sessionId: chatId,
      accept,
    }: {
      sessionId: string;
      accept: boolean;
    }): Promise<ChatRow> => {
      const { data } = await supabase.rpc('answer_request', { session_id: chatId, accept }).throwOnError();
      return data;
    },
    onSettled: (_row, _error, { sessionId: chatId }) =>
      Promise.all([
        // The open chat hears of it by itself only while it has a live connection.
        queryClient.invalidateQueries({ queryKey: queryKeys.chat(chatId) }),
        queryClient.invalidateQueries({ queryKey: queryKeys.sessions.all(me) }),
        // A declined visitor is no longer a contact.
        queryClient.invalidateQueries({ queryKey: queryKeys.leads.all(me) }),
      ]),
  });
}
