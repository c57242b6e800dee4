import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { createChat } from '@/entities/chat/create-chat.ts';
import type { ChatRow } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import type { CodeSession } from './get-code-chat.ts';

/** No user is signed in any more (specification 5.6). */
export class NotAuthenticatedError extends Error {
  override readonly name = 'NotAuthenticatedError';
  constructor() {
    super('Not authenticated');
  }
}

/**
 * Creates the session of a new code.
 * @param id the session's, the same for each attempt
 * @throws NotAuthenticatedError, PostgrestError
 */
export async function generateCode(supabase: Supabase, id: string, vendorId: string): Promise<ChatRow> {
  const { data } = await supabase.auth.getSession();
  if (!data.session) throw new NotAuthenticatedError();
  return createChat(supabase, { id, vendorId });
}

/** @param vendorId the booth's, whose chat it is */
export function useGenerateCode(profileId: string, vendorId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  /** The id of a session that is not known to be there: another press is another attempt. */
  const tried = useRef<string | null>(null);
  return useSingleMutation({
    mutationFn: () => {
      tried.current ??= newId();
      return generateCode(supabase, tried.current, vendorId);
    },
    networkMode: 'always',
    onSuccess: (chat) => {
      tried.current = null;
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions.all(profileId) });
      const fresh: CodeSession = { id: chat.id, visitor: null };
      queryClient.setQueryData(queryKeys.sessions.code(profileId, chat.id), fresh);
    },
  });
}
