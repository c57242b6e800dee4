import { isReaction, type Reaction } from '@dragoman/domain/message-acts';
import type { MessageReaction as Row } from '@/shared/api/database-types.ts';
import { compareTimes } from '@/shared/format/compare-times.ts';

export type MessageReaction = Pick<Row, 'message_id' | 'profile_id' | 'reaction' | 'changed_at'>;

/** The reactions of a chat by message; those that were taken back stay, with null. */
export type Reactions = ReadonlyMap<string, readonly MessageReaction[]>;

/** Reads a row of `message_reactions` from a live change. @returns null for anything else */
export function readReaction(value: unknown): MessageReaction | null {
  const row = value as Partial<Row> | null;
  if (typeof row?.message_id !== 'string' || typeof row.profile_id !== 'string') return null;
  if (typeof row.changed_at !== 'string' || Number.isNaN(Date.parse(row.changed_at))) return null;
  const { message_id, profile_id, changed_at } = row;
  return { message_id, profile_id, changed_at, reaction: isReaction(row.reaction) ? row.reaction : null };
}

/**
 * Adds a person's reaction, or replaces their earlier one.
 * @returns the same object when a later change of the same reaction is known
 */
export function withReaction(known: Reactions, row: MessageReaction): Reactions {
  const there = known.get(row.message_id) ?? [];
  const before = there.find(({ profile_id }) => profile_id === row.profile_id);
  if (before && compareTimes(before.changed_at, row.changed_at) > 0) return known;
  const others = there.filter((one) => one !== before);
  return new Map(known).set(row.message_id, [...others, row]);
}

/** @returns a person's sign on a message; null without one */
export function reactionOf(
  reactions: readonly MessageReaction[] | undefined,
  profileId: string,
): Reaction | null {
  return reactions?.find(({ profile_id }) => profile_id === profileId)?.reaction ?? null;
}
