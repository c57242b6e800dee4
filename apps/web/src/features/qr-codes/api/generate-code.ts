import { useQueryClient } from '@tanstack/react-query';
import { createChat } from '@/entities/chat/create-chat.ts';
import type { ChatRow } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import type { CodeSession } from './get-code-chat.ts';

/** No user is signed in any more (specification 5.6). */
export class NotAuthenticatedError extends Error {
  override readonly name = 'NotAuthenticatedError';
  constructor() {
    super('Not authenticated');
  }
}

/** Creates the session of a new code. @throws NotAuthenticatedError, PostgrestError */
export async function generateCode(supabase: Supabase, vendorId: string): Promise<ChatRow> {
  const { data } = await supabase.auth.getSession();
  if (!data.session) throw new NotAuthenticatedError();
  return createChat(supabase, { vendorId });
}

/** @param vendorId the booth's, whose chat it is */
export function useGenerateCode(profileId: string, vendorId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: () => generateCode(supabase, vendorId),
    networkMode: 'always',
    onSuccess: (chat) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions.all(profileId) });
      const fresh: CodeSession = { id: chat.id, visitor: null };
      queryClient.setQueryData(queryKeys.sessions.code(profileId, chat.id), fresh);
    },
  });
}
