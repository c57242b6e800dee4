import { isUuid } from '@dragoman/domain/uuid';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ChatInvite } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { SERVER_DATA_FRESH_MS } from '@/shared/page/server-data.ts';

export interface Invitation extends ChatInvite {
  /**
   * The visitor's profile id, where the caller is one of the session's two people and so may see
   * it.
   */
  visitorId: string | null;
}

/**
 * Loads a join link's target, for every holder of the id, signed in or not (specification 6.5).
 * @returns null for an unknown session, also for an invalid id
 * @throws PostgrestError when the server cannot be reached
 */
export async function fetchInvitation(
  supabase: Supabase,
  chatId: string,
  signedIn: boolean,
): Promise<Invitation | null> {
  if (!isUuid(chatId)) return null;
  const [invite, chat] = await Promise.all([
    supabase.rpc('session_invite', { session_id: chatId }).maybeSingle().throwOnError(),
    signedIn
      ? supabase.from('sessions').select('visitor_id').eq('id', chatId).maybeSingle().throwOnError()
      : null,
  ]);
  return invite.data && { ...invite.data, visitorId: chat?.data?.visitor_id ?? null };
}

export function invitationQuery(supabase: Supabase, chatId: string, userId: string | undefined) {
  return queryOptions({
    queryKey: queryKeys.invite(chatId, userId),
    queryFn: () => fetchInvitation(supabase, chatId, userId !== undefined),
    // A code may be taken at any moment: only the answer that came with the page (entry-server.tsx)
    // is not requested again.
    staleTime: userId === undefined ? SERVER_DATA_FRESH_MS : 0,
    gcTime: 0,
    // Signing in on the page refetches; the invitation stays visible in the meantime.
    placeholderData: (before: Invitation | null | undefined) => (before?.id === chatId ? before : undefined),
  });
}

export function useInvitation(chatId: string, userId: string | undefined) {
  return useQuery(invitationQuery(useSupabase(), chatId, userId));
}
