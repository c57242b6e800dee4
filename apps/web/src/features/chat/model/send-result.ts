import type { ChatMessage } from './chat-message.ts';

/** How an attempt to send ended. */
export type SendResult =
  /** The row is in the database, by this attempt or by an earlier one whose answer was lost. */
  | { kind: 'accepted'; row: ChatMessage }
  /** Nothing is known or a later attempt may succeed. */
  | { kind: 'unreachable' }
  /** The server understood and refused: trying the same again is useless. */
  | { kind: 'refused'; reason?: RefusalReason };

/** Why a message was refused, where its writer can be told: `undeliverable` when the other side does not take messages. */
export type RefusalReason = 'undeliverable';

const REASONS: Readonly<Record<string, RefusalReason>> = { PT403: 'undeliverable' };

/** @param code of the error, as migrations *_blocks_and_reports.sql and later ones raise it */
export function refusalReason(code: string | undefined): RefusalReason | undefined {
  return code === undefined ? undefined : REASONS[code];
}
