import type { Message, Profile } from '@/shared/api/database-types.ts';
import { compareTimes } from '@/shared/format/compare-times.ts';

/**
 * The sender as history loads it with each message (specification 7.4). Live changes come without
 * it.
 */
export type MessageSender = Pick<Profile, 'id' | 'name' | 'language' | 'avatar_url'>;

/** A message as the chat keeps it. */
export type ChatMessage = Message & {
  sender?: MessageSender | null;
  /** A recording of this device that the server does not have yet. */
  recording?: Blob;
  /** A picture or file of this device that the server does not have yet. */
  attachment?: Blob;
  /**
   * Of a message that this device has sent: the ids of the files that were written before it and
   * not yet sent. They are shown above it for as long as the page is open.
   */
  passed?: readonly string[];
  /** Its file is still to be copied into the chat, out of the catalogue. */
  isCopying?: boolean;
};

/** The sort key of messages. */
export type MessageKey = Pick<Message, 'id' | 'created_at'>;

/** Order of a chat: by time of sending, then by id, as the history query sorts. */
export function compareMessages(a: MessageKey, b: MessageKey): number {
  return compareTimes(a.created_at, b.created_at) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
