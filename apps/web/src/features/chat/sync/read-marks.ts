import type { ReadReceipt } from '@/shared/api/database-types.ts';
import { compareTimes } from '@/shared/format/compare-times.ts';
import type { MessageKey } from '../model/chat-message.ts';

/** The time up to which a user has read a chat, and when they last looked at it. */
export type ReadMark = ReadReceipt;

/** Reads a live row of session_reads. @returns null for anything else */
export function readMarkOf(value: unknown): ReadMark | null {
  const row = value as Partial<ReadMark> | null;
  if (typeof row?.session_id !== 'string' || typeof row.profile_id !== 'string') return null;
  if (typeof row.seen_at !== 'string') return null;
  const last_read_at = typeof row.last_read_at === 'string' ? row.last_read_at : null;
  return { session_id: row.session_id, profile_id: row.profile_id, last_read_at, seen_at: row.seen_at };
}

/** Replaces the same person's older mark; marks may overtake each other and never go back. */
export function withMark(marks: readonly ReadMark[], mark: ReadMark): readonly ReadMark[] {
  const known = marks.find(({ profile_id }) => profile_id === mark.profile_id);
  if (known && Date.parse(known.seen_at) > Date.parse(mark.seen_at)) return marks;
  return [...marks.filter((one) => one !== known), mark];
}

/**
 * @returns the newest moments in the marks of some people, as of a booth's, of whom anyone may answer;
 * null for none
 */
export function newestMarks(
  marks: readonly ReadMark[],
  isOneOfThem: (profileId: string) => boolean,
): { lastReadAt: string | null; seenAt: string | null } {
  const theirs = marks.filter(({ profile_id }) => isOneOfThem(profile_id));
  return {
    lastReadAt: newest(theirs.map(({ last_read_at }) => last_read_at)),
    seenAt: newest(theirs.map(({ seen_at }) => seen_at)),
  };
}

function newest(moments: readonly (string | null)[]): string | null {
  return moments.reduce((latest, moment) => {
    return moment !== null && (latest === null || compareTimes(moment, latest) > 0) ? moment : latest;
  }, null);
}

/** Whether a read mark at a moment covers a message. */
export function isRead(message: Pick<MessageKey, 'created_at'>, lastReadAt: string | null): boolean {
  return lastReadAt !== null && compareTimes(message.created_at, lastReadAt) <= 0;
}

/**
 * The read mark to send while the end of a chat is visible.
 * @param newest created_at of the newest message; null for an empty chat
 * @param mark the viewer's own mark; undefined when the viewer has never looked
 * @param joinedAt when the visitor came, which counts for a vendor before the first message
 * @returns the moment up to which the chat is now read (null: an empty chat was looked at);
 * undefined when the server knows already
 */
export function markToSend(
  newest: string | null,
  mark: ReadMark | undefined,
  joinedAt: string | null,
): string | null | undefined {
  if (newest !== null) return mark && isRead({ created_at: newest }, mark.last_read_at) ? undefined : newest;
  const looked = mark && (joinedAt === null || compareTimes(mark.seen_at, joinedAt) >= 0);
  return looked ? undefined : null;
}
