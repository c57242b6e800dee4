import type { SessionLookup } from '@dragoman/domain/navigation';
import { isUuid } from '@dragoman/domain/uuid';
import { queryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/shared/api/supabase.ts';
import { chatKeys } from '../model/chat-keys.ts';
import type { ChatSession } from '../model/chat-session.ts';

/** What the signed-in user may know of a session. */
export interface ChatAccess {
  /** With both people, for these two alone. */
  session: ChatSession | null;
  lookup: SessionLookup;
}

/** The session of a chat (specification 7.3), or what its invitation tells. */
export function chatSessionQuery(supabase: Supabase, sessionId: string) {
  return queryOptions({
    queryKey: chatKeys.session(sessionId),
    queryFn: () => fetchAccess(supabase, sessionId),
    staleTime: 60_000,
  });
}

async function fetchAccess(supabase: Supabase, sessionId: string): Promise<ChatAccess> {
  if (!isUuid(sessionId)) return { session: null, lookup: { status: 'missing' } };
  const { data: session } = await supabase
    .from('sessions')
    .select('*, vendor:shared_profiles!vendor_id(*), visitor:shared_profiles!visitor_id(*)')
    .eq('id', sessionId)
    .maybeSingle()
    .throwOnError();
  if (!session) return { session: null, lookup: await readInvitation(supabase, sessionId) };
  const { vendor_id: vendorId, visitor_id: visitorId } = session;
  return { session, lookup: { status: 'found', vendorId, visitorId, taken: visitorId !== null } };
}

/** Only its two people see a session, so an answer without a row may mean several things; the invitation tells which. */
async function readInvitation(supabase: Supabase, sessionId: string): Promise<SessionLookup> {
  const { data } = await supabase.rpc('session_invite', { session_id: sessionId }).throwOnError();
  const invite = data[0];
  return invite
    ? { status: 'found', vendorId: invite.vendor.id, taken: invite.taken, visitorId: null }
    : { status: 'missing' };
}
