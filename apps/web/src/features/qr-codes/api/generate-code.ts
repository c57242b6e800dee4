import { useQueryClient } from '@tanstack/react-query';
import { createSession } from '@/entities/chat/create-session.ts';
import type { Session } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import type { CodeSession } from './get-code-session.ts';

/** No user is signed in any more (specification 5.6). */
export class NotAuthenticatedError extends Error {
  override readonly name = 'NotAuthenticatedError';
  constructor() {
    super('Not authenticated');
  }
}

/** Creates the session of a new code. @throws NotAuthenticatedError, PostgrestError */
export async function generateCode(supabase: Supabase, vendorId: string): Promise<Session> {
  const { data } = await supabase.auth.getSession();
  if (!data.session) throw new NotAuthenticatedError();
  return createSession(supabase, { vendorId });
}

export function useGenerateCode(vendorId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: () => generateCode(supabase, vendorId),
    networkMode: 'always',
    onSuccess: (session) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions.all(vendorId) });
      const fresh: CodeSession = { id: session.id, visitor: null };
      queryClient.setQueryData(queryKeys.sessions.code(vendorId, session.id), fresh);
    },
  });
}
