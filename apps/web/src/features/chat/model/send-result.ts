import type { ChatMessage } from './chat-message.ts';

/** The result of an attempt to send. */
export type SendResult =
  /** The row is in the database, by this attempt or by an earlier one whose answer was lost. */
  | { kind: 'accepted'; row: ChatMessage }
  /** The result is unknown, or a later attempt may succeed. */
  | { kind: 'unreachable'; reason?: DelayReason }
  /** The server understood and refused: trying the same again is useless. */
  | { kind: 'refused'; reason?: RefusalReason }
  /** Its writer took it back before it was sent. */
  | { kind: 'cancelled' };

/**
 * Why a message was refused, for its writer: `undeliverable` when the other side does not accept
 * messages, `unanswered` when a request must be accepted first, `too-many-requests` when too many
 * of the writer's are open, `files-full` when the writer's share of the storage is used up,
 * `colleague` when a colleague of the booth answers the chat,
 * `file-type` when the file's content is of no type that is sent, `file-size` when it is too large,
 * `item-gone` when the catalogue no longer has the file of a sent item.
 */
export type RefusalReason =
  | 'undeliverable'
  | 'unanswered'
  | 'too-many-requests'
  | 'colleague'
  | 'files-full'
  | 'file-type'
  | 'file-size'
  | 'item-gone';

/**
 * Why a message waits although the server was reached: its writer sends too fast, or the
 * installation is full.
 */
export type DelayReason = 'too-fast' | 'full';

const DELAYS: Readonly<Record<string, DelayReason>> = { PT429: 'too-fast', PT507: 'full' };

/** @param code of the error, as supabase/schemas/18_quotas.sql raises it */
export function delayReason(code: string | undefined): DelayReason | undefined {
  return code === undefined ? undefined : DELAYS[code];
}

const REASONS: Readonly<Record<string, RefusalReason>> = {
  PT403: 'undeliverable',
  PT409: 'too-many-requests',
  PT423: 'unanswered',
};

/**
 * @param code of the error, as supabase/schemas/05_blocks.sql and 06_requests.sql raise it
 * @param details of the error: JSON with `assigned_to` where a colleague answers the chat
 * (docs/adr/0083-booth-teams.md)
 */
export function refusalReason(code: string | undefined, details?: string | null): RefusalReason | undefined {
  if (code === 'PT409' && details?.includes('"assigned_to"')) return 'colleague';
  return code === undefined ? undefined : REASONS[code];
}
