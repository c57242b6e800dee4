import type { Role } from '@dragoman/domain/roles';
import type { Party } from '../../../lib/database-types.ts';

/** A session that somebody has joined, with its newest message at most. */
export interface RecentChat {
  id: string;
  created_at: string;
  vendor: Party;
  visitor: Party | null;
  messages: { sender_id: string; created_at: string }[];
}

export interface WaitingChat {
  sessionId: string;
  counterpart: Party;
  /** `new`: a visitor has joined and nobody has written. `unanswered`: the other side wrote last. */
  reason: 'new' | 'unanswered';
  /** ISO 8601. */
  since: string;
}

/** After a day a last word is more likely a goodbye than a question. */
const WAITING_MS = 24 * 60 * 60 * 1000;

/**
 * Which chats wait for the user, newest first: what the overview shows before any number.
 * @param now milliseconds since the epoch
 */
export function waitingChats(
  chats: RecentChat[],
  me: { id: string; role: Role },
  now: number,
): WaitingChat[] {
  return chats
    .flatMap((chat) => waitingChat(chat, me) ?? [])
    .filter(({ since }) => now - Date.parse(since) < WAITING_MS)
    .sort((a, b) => Date.parse(b.since) - Date.parse(a.since));
}

function waitingChat(chat: RecentChat, me: { id: string; role: Role }): WaitingChat | null {
  const counterpart = me.role === 'vendor' ? chat.visitor : chat.vendor;
  if (!counterpart) return null;
  const last = chat.messages[0];
  // It is for the vendor to greet a visitor at the booth; a visitor who has just joined is not kept waiting for himself.
  if (!last) {
    return me.role === 'vendor'
      ? { sessionId: chat.id, counterpart, reason: 'new', since: chat.created_at }
      : null;
  }
  return last.sender_id === me.id
    ? null
    : { sessionId: chat.id, counterpart, reason: 'unanswered', since: last.created_at };
}
