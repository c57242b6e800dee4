import { characterCount, isBlank, storableText } from './text.ts';

/** The types a message may have (specification 3.3). */
export const MESSAGE_TYPES = ['text', 'file', 'audio'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** Longest message, in characters (code points). The database checks the same number. */
export const MESSAGE_MAX_LENGTH = 5000;

/** @returns whether `value` is one of the message types. */
export function isMessageType(value: unknown): value is MessageType {
  return typeof value === 'string' && (MESSAGE_TYPES as readonly string[]).includes(value);
}

export type MessageTextResult = { ok: true; text: string } | { ok: false; reason: 'empty' | 'too-long' };

/** @returns what would be sent of what a user typed: trimmed, storable */
export function messageText(typed: string): string {
  return storableText(typed).trim();
}

/**
 * Checks what a user typed into the composer (specification 5.7: non-empty trimmed text).
 * @returns the text to send (trimmed, storable), or why it cannot be sent.
 */
export function validateMessageText(typed: string): MessageTextResult {
  const text = messageText(typed);
  if (isBlank(text)) return { ok: false, reason: 'empty' };
  if (characterCount(text) > MESSAGE_MAX_LENGTH) return { ok: false, reason: 'too-long' };
  return { ok: true, text };
}

/**
 * Checks whether a bubble shows an audio player (specification 2.21): audio messages, and file
 * messages whose content, a URL, has a `.webm` name. A query (signed URLs have one) or a fragment
 * may follow the name.
 */
export function isAudioMessage(message: { type: string; content: string }): boolean {
  if (message.type === 'audio') return true;
  return message.type === 'file' && /\.webm(?=$|[?#])/i.test(message.content.trim());
}

/** Which of a chat's two people said a line that the vendor's phone wrote down (docs/adr/0076). */
export type SaidBy = 'vendor' | 'visitor';

/** @returns whether `value` names one of the two people */
export function isSaidBy(value: unknown): value is SaidBy {
  return value === 'vendor' || value === 'visitor';
}

/**
 * @param profileId of one of the chat's two people
 * @returns whether the words of a message are this person's: what they wrote, and what they said
 * face to face. The sender of the latter is always the vendor.
 */
export function hasWordsOf(
  message: { sender_id: string; said_by?: string | null },
  profileId: string,
): boolean {
  return (message.sender_id === profileId) !== (message.said_by === 'visitor');
}

/**
 * @returns what a message says in its writer's language: its text, what was written down of a
 * recording, or the caption of a picture or file. Null without, and for nothing but spaces.
 */
export function wordsOfMessage(message: {
  type: string;
  content: string;
  transcript: string | null;
}): string | null {
  const words = message.type === 'text' ? message.content : message.transcript;
  return words && !isBlank(words) ? words : null;
}
