import { isUuid } from '@dragoman/domain/uuid';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SessionInvite } from '@/shared/api/database-types.ts';
import { pageInvite } from '@/shared/api/page-data.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';

/** How long the page's own invitation spares a stranger the request for it, ms. */
const PAGE_GOOD_FOR_MS = 10_000;

export interface Invitation extends SessionInvite {
  /** The visitor's profile id, where the caller is one of the session's two people and so may see it. */
  visitorId: string | null;
}

/**
 * Loads a join link's target, for every holder of the id, signed in or not (specification 6.5).
 * @returns null for an unknown session, also for an invalid id
 * @throws PostgrestError when the server cannot be reached
 */
export async function fetchInvitation(
  supabase: Supabase,
  sessionId: string,
  signedIn: boolean,
): Promise<Invitation | null> {
  if (!isUuid(sessionId)) return null;
  const [invite, session] = await Promise.all([
    supabase.rpc('session_invite', { session_id: sessionId }).maybeSingle().throwOnError(),
    signedIn
      ? supabase.from('sessions').select('visitor_id').eq('id', sessionId).maybeSingle().throwOnError()
      : null,
  ]);
  return invite.data && { ...invite.data, visitorId: session?.data?.visitor_id ?? null };
}

export function invitationQuery(supabase: Supabase, sessionId: string, userId: string | undefined) {
  // Signed-in users get more, which decides the page: so it is requested.
  const page = userId === undefined ? pageInvite(sessionId) : undefined;
  return queryOptions({
    queryKey: queryKeys.invite(sessionId, userId),
    queryFn: () => fetchInvitation(supabase, sessionId, userId !== undefined),
    ...(page && {
      initialData: { ...page.invite, visitorId: null },
      initialDataUpdatedAt: page.at,
    }),
    // A code may be taken at any moment: an answer from an earlier visit is never good enough to decide on.
    staleTime: page ? PAGE_GOOD_FOR_MS : 0,
    gcTime: 0,
    // Signing in on the page refetches; the invitation stays visible in the meantime.
    placeholderData: (before: Invitation | null | undefined) =>
      before?.id === sessionId ? before : undefined,
  });
}

export function useInvitation(sessionId: string, userId: string | undefined) {
  return useQuery(invitationQuery(useSupabase(), sessionId, userId));
}
