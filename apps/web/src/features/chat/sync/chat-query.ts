import type { ChatLookup } from '@dragoman/domain/navigation/decision';
import { isUuid } from '@dragoman/domain/uuid';
import { queryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/shared/api/supabase.ts';
import type { Chat } from '../model/chat.ts';
import { chatKeys } from '../model/chat-keys.ts';

/** The signed-in user's access to a chat. */
export interface ChatAccess {
  /** With both people, for these two alone. */
  session: Chat | null;
  lookup: ChatLookup;
}

/** The session of a chat (specification 7.3), or what its invitation tells. */
export function chatQuery(supabase: Supabase, chatId: string) {
  return queryOptions({
    queryKey: chatKeys.chat(chatId),
    queryFn: () => fetchAccess(supabase, chatId),
    staleTime: 60_000,
  });
}

async function fetchAccess(supabase: Supabase, chatId: string): Promise<ChatAccess> {
  if (!isUuid(chatId)) return { session: null, lookup: { status: 'missing' } };
  const { data: chat } = await supabase
    .from('sessions')
    .select('*, vendor:shared_profiles!vendor_id(*), visitor:shared_profiles!visitor_id(*)')
    .eq('id', chatId)
    .maybeSingle()
    .throwOnError();
  if (!chat) return { session: null, lookup: await readInvitation(supabase, chatId) };
  const { vendor_id: vendorId, visitor_id: visitorId } = chat;
  const taken = visitorId !== null;
  return { session: chat, lookup: { status: 'found', vendorId, visitorId, taken, readable: true } };
}

/**
 * Only its two people see a session, so an answer without a row may mean several things; the
 * invitation tells which.
 */
async function readInvitation(supabase: Supabase, chatId: string): Promise<ChatLookup> {
  const { data } = await supabase.rpc('session_invite', { session_id: chatId }).throwOnError();
  const invite = data[0];
  return invite
    ? { status: 'found', vendorId: invite.vendor.id, taken: invite.taken, visitorId: null }
    : { status: 'missing' };
}
