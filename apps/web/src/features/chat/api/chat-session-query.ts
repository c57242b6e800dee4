import { type JoinDecision, joinDecision } from '@dragoman/domain/join-decision';
import { isUuid } from '@dragoman/domain/uuid';
import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Profile } from '../../../lib/database-types.ts';
import type { Supabase } from '../../../lib/supabase.ts';
import { chatKeys } from '../model/chat-keys.ts';
import type { ChatSession } from '../model/chat-session.ts';

/** Whether somebody may open a chat (spec sections 4 and 6), with the session when so. */
export type ChatAccess =
  | { kind: 'open'; session: ChatSession }
  /** It is free and this is a visitor: the join page asks. */
  | { kind: 'join' }
  | { kind: 'refused'; reason: 'not-found' | 'taken' | 'only-visitors' };

/** The session of a chat with both people. Pending while the profile of whoever looks is unknown. */
export function chatSessionQuery(supabase: Supabase, sessionId: string, me: Profile | null | undefined) {
  return queryOptions({
    queryKey: chatKeys.session(sessionId),
    queryFn: me ? () => fetchAccess(supabase, sessionId, me) : skipToken,
    staleTime: 60_000,
  });
}

async function fetchAccess(supabase: Supabase, sessionId: string, me: Profile): Promise<ChatAccess> {
  if (!isUuid(sessionId)) return { kind: 'refused', reason: 'not-found' };
  const { data: session } = await supabase
    .from('sessions')
    .select('*, vendor:profiles!vendor_id(*), visitor:profiles!visitor_id(*)')
    .eq('id', sessionId)
    .maybeSingle()
    .throwOnError();
  return session ? { kind: 'open', session } : explainRefusal(supabase, sessionId, me);
}

/** Only its two people see a session, so an answer without a row may mean several things; the invitation tells which. */
async function explainRefusal(supabase: Supabase, sessionId: string, me: Profile): Promise<ChatAccess> {
  const { data } = await supabase.rpc('session_invite', { session_id: sessionId }).throwOnError();
  const invite = data[0];
  const decision: JoinDecision = joinDecision(
    sessionId,
    invite
      ? { status: 'found', vendorId: invite.vendor.id, taken: invite.taken, visitorId: null }
      : { status: 'missing' },
    { status: 'profile', profileId: me.id, role: me.role },
  );
  if (decision.kind === 'offer-join') return { kind: 'join' };
  if (decision.kind === 'refuse' && decision.reason !== 'load-failed') {
    return { kind: 'refused', reason: decision.reason };
  }
  return { kind: 'refused', reason: 'not-found' };
}
