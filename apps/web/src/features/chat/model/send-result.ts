import type { ChatMessage } from './chat-message.ts';

/** How an attempt to send ended. */
export type SendResult =
  /** The row is in the database, by this attempt or by an earlier one whose answer was lost. */
  | { kind: 'accepted'; row: ChatMessage }
  /** Nothing is known or a later attempt may succeed. */
  | { kind: 'unreachable' }
  /** The server understood and refused: trying the same again is useless. */
  | { kind: 'refused' };
