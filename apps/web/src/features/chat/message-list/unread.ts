import { compareTimes } from '@/shared/format/compare-times.ts';
import type { Thread } from '../model/thread.ts';
import { isRead } from '../sync/read-marks.ts';

/** Where what is unread begins, as far as is known. */
export type Unread =
  | { kind: 'none' }
  /** @property id of the first unread message. */
  | { kind: 'from'; id: string }
  /** With what has been loaded, or before it. */
  | { kind: 'earlier' };

/** What a chat was opened with. */
export interface Opening {
  ownId: string;
  /** How far one had read before; null for nothing. */
  readUpTo: string | null;
  /**
   * created_at of the newest message when all that had been missed was there: what came later came while one looked. Null for
   * an empty chat; undefined while that is not known.
   */
  caughtUpTo: string | null | undefined;
  /** Whether all that is unread has been loaded, which what is there may not show. */
  isComplete?: boolean;
}

/** @returns where the messages begin that others had written, and one had not read, when the chat was opened. */
export function unreadOnOpening(
  { messages, hasOlder }: Pick<Thread, 'messages' | 'hasOlder'>,
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
