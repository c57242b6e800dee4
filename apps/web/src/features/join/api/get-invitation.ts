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
 * What a join link leads to. Anyone who has the id may ask, also signed out (specification 6.5).
 * @returns null when there is no such session, also for an id that cannot be one.
 * @throws PostgrestError when the server cannot be asked.
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
  // Who is signed in is told more, and decides on it: their answer is asked for.
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
