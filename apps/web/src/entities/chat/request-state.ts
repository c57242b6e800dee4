import type { Role } from '@dragoman/domain/roles';
import type { Session, SessionSummary } from '@/shared/api/database-types.ts';

// A visitor's first message to a vendor from the list waits as a request (docs/adr/0031): pure rules over what the database says.

type Asked = Pick<Session, 'request_state' | 'requested_at'>;

/** Whether a chat is no chat yet: it was asked for, and not accepted. */
export function isUnaccepted({ request_state: state }: Asked): boolean {
  return state === 'waiting' || state === 'declined';
}

/**
 * The user's list of chats. A vendor's list leaves out requests, which have a list of their own,
 * and declined chats.
 */
export function chatsOf(sessions: readonly SessionSummary[], role: Role): readonly SessionSummary[] {
  return role === 'vendor' && sessions.some(isUnaccepted)
    ? sessions.filter((session) => !isUnaccepted(session))
    : sessions;
}

/** Requests that a vendor can answer: those with a message. */
export function pendingRequests(sessions: readonly SessionSummary[], role: Role): SessionSummary[] {
  if (role !== 'vendor') return [];
  return sessions.filter(
    ({ request_state, requested_at, blocked }) => request_state === 'waiting' && requested_at && !blocked,
  );
}
