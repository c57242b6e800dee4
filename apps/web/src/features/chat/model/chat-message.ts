import type { Message, Profile } from '../../../lib/database-types.ts';

/** The sender as history loads it with each message (spec section 7). Live changes come without it. */
export type MessageSender = Pick<Profile, 'id' | 'name' | 'language' | 'avatar_url'>;

/** A message as the chat keeps it. */
export type ChatMessage = Message & { sender?: MessageSender | null };

/** What decides the order of messages. */
export type MessageKey = Pick<Message, 'id' | 'created_at'>;

/**
 * Order of a chat: by time of sending, then by id, as the history query sorts. PostgreSQL has microseconds, which `Date`
 * would drop, and prints them without trailing zeros.
 */
export function compareMessages(a: MessageKey, b: MessageKey): number {
  return (
    Date.parse(a.created_at) - Date.parse(b.created_at) ||
    microseconds(a.created_at) - microseconds(b.created_at) ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}

/** The part of a second behind the millisecond, in microseconds. */
function microseconds(timestamp: string): number {
  const fraction = /\.(\d+)/.exec(timestamp)?.[1] ?? '';
  return Number(fraction.padEnd(6, '0').slice(3, 6));
}
