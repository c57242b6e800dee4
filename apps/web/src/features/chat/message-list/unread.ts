import { compareTimes } from '@/shared/format/compare-times.ts';
import type { MessageHistory } from '../model/message-history.ts';
import { isRead } from '../sync/read-marks.ts';

/** The beginning of the unread messages, as far as it is known. */
export type Unread =
  | { kind: 'none' }
  /** @property id of the first unread message. */
  | { kind: 'from'; id: string }
  /** With what has been loaded, or before it. */
  | { kind: 'earlier' };

/** The state in which a chat was opened. */
export interface Opening {
  ownId: string;
  /** The time up to which the user had read before; null for an unread chat. */
  readUpTo: string | null;
  /**
   * created_at of the newest message after the first catch-up: later ones arrived while the user
   * was looking. Null for an empty chat; undefined while unknown.
   */
  caughtUpTo: string | null | undefined;
  /** Whether all unread messages are loaded, which the loaded ones may not show. */
  isComplete?: boolean;
}

/** @returns the first message of others that was unread when the chat was opened */
export function unreadOnOpening(
  { messages, hasOlder }: Pick<MessageHistory, 'messages' | 'hasOlder'>,
  { ownId, readUpTo, caughtUpTo, isComplete = false }: Opening,
): Unread {
  const first = messages.find(
    (message) => message.sender_id !== ownId && !isRead(message, readUpTo) && isBy(message, caughtUpTo),
  );
  if (!first) return { kind: 'none' };
  const [oldest] = messages;
  const mayBeEarlier = hasOlder && !isComplete && oldest !== undefined && !isRead(oldest, readUpTo);
  return mayBeEarlier ? { kind: 'earlier' } : { kind: 'from', id: first.id };
}

function isBy({ created_at }: { created_at: string }, moment: string | null | undefined): boolean {
  if (moment === undefined) return true;
  return moment !== null && compareTimes(created_at, moment) <= 0;
}
