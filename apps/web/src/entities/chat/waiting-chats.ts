import type { Party, SessionSummary } from '@/shared/api/database-types.ts';
import { counterpartIn, isUnseen, type Reader } from './session-summary.ts';

export interface WaitingChat {
  sessionId: string;
  counterpart: Party;
  /** `new`: a visitor has joined and the chat is empty. `unanswered`: the other side wrote last. */
  reason: 'new' | 'unanswered';
  /** ISO 8601. */
  since: string;
}

const HOUR_MS = 60 * 60 * 1000;
/** After a day the visitor has surely left the booth. */
const UNSEEN_MS = 24 * HOUR_MS;
/** A last word that was read and left without an answer is more likely a goodbye than a question. */
const SEEN_MS = HOUR_MS;

/**
 * The chats that wait for the user, longest wait first: the overview shows them before any number.
 * @param now milliseconds since the epoch
 */
export function waitingChats(
  sessions: readonly SessionSummary[],
  reader: Reader,
  now: number,
): WaitingChat[] {
  return sessions
    .flatMap((session) => waitingChat(session, reader, now) ?? [])
    .sort((a, b) => Date.parse(a.since) - Date.parse(b.since));
}

/** @returns null when the other side does not wait for an answer */
export function waitingChat(session: SessionSummary, reader: Reader, now: number): WaitingChat | null {
  const counterpart = counterpartIn(session, reader.role);
  const wait = waitOf(session, reader);
  if (!counterpart || !wait || session.blocked) return null;
  const limit = isUnseen(session, reader.role) ? UNSEEN_MS : SEEN_MS;
  return now - Date.parse(wait.since) < limit ? { sessionId: session.id, counterpart, ...wait } : null;
}

function waitOf(session: SessionSummary, { role }: Reader): Pick<WaitingChat, 'reason' | 'since'> | null {
  if (session.last_message) {
    return session.waiting_since ? { reason: 'unanswered', since: session.waiting_since } : null;
  }
  // It is for the vendor to greet a visitor at the booth; a visitor who has just joined is not kept waiting for himself.
  return role === 'vendor' && session.joined_at ? { reason: 'new', since: session.joined_at } : null;
}
