import type { Role } from '@dragoman/domain/roles';
import type { ChatListItem, ChatRow } from '@/shared/api/database-types.ts';

// A visitor's first message to a vendor from the list waits as a request (docs/adr/0031): pure
// rules over what the database says.

type Asked = Pick<ChatRow, 'request_state' | 'requested_at'>;

/** Checks whether a chat is still a request that the vendor has not accepted. */
export function isUnaccepted({ request_state: state }: Asked): boolean {
  return state === 'waiting' || state === 'declined';
}

/**
 * The user's list of chats. A vendor's list leaves out requests, which have a list of their own,
 * and declined chats.
 */
export function chatsOf(chats: readonly ChatListItem[], role: Role): readonly ChatListItem[] {
  return role === 'vendor' && chats.some(isUnaccepted) ? chats.filter((chat) => !isUnaccepted(chat)) : chats;
}

/** Requests that a vendor can answer: those with a message. */
export function pendingRequests(chats: readonly ChatListItem[], role: Role): ChatListItem[] {
  if (role !== 'vendor') return [];
  return chats.filter(
    ({ request_state, requested_at, blocked }) => request_state === 'waiting' && requested_at && !blocked,
  );
}
