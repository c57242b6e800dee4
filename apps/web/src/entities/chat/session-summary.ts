import type { Role } from '@dragoman/domain/roles';
import type { LastMessage, Party, SessionRead, SessionSummary } from '@/shared/api/database-types.ts';
import { compareTimes } from '@/shared/format/compare-times.ts';

// Updates of the cached list of chats, which is sorted by newest activity: pure functions, which
// return the same list when nothing changes.

/** The viewer of the list. */
export interface Reader {
  id: string;
  role: Role;
}

/** A message as a live change tells it. */
export type NewMessage = LastMessage & { session_id: string };

/** The view counts up to here; a larger number reads '99+'. */
const MOST_COUNTED = 100;

/** @returns the other side of the chat; null before a visitor has joined */
export function counterpartIn(session: Pick<SessionSummary, 'vendor' | 'visitor'>, role: Role): Party | null {
  return role === 'vendor' ? session.visitor : session.vendor;
}

/** Whether a visitor has joined, the vendor has not looked since, and the chat is empty. */
export function isNewVisitor(session: SessionSummary, role: Role): boolean {
  if (role !== 'vendor' || !session.visitor || !session.joined_at || session.last_message) return false;
  return session.seen_at === null || compareTimes(session.seen_at, session.joined_at) < 0;
}

/** Whether something has happened in the chat that its reader has not seen. */
export function isUnseen(session: SessionSummary, role: Role): boolean {
  if (session.blocked) return false;
  return session.unread_count > 0 || isNewVisitor(session, role);
}

/** In how many chats something has happened that their reader has not seen. */
export function unseenChats(sessions: readonly SessionSummary[], role: Role): number {
  return sessions.filter((session) => isUnseen(session, role)).length;
}

/** Newest activity first; ids break ties, so that the order never flickers. */
export function byActivity(sessions: readonly SessionSummary[]): SessionSummary[] {
  return sessions.toSorted(
    (a, b) => compareTimes(b.last_activity, a.last_activity) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
}

/** Puts a session that was read again in its place. */
export function withSummary(
  sessions: readonly SessionSummary[],
  fresh: SessionSummary,
): readonly SessionSummary[] {
  return byActivity([...sessions.filter(({ id }) => id !== fresh.id), fresh]);
}

/**
 * A list that was read while live changes came in: the answer may be older than what they have told.
 * @param fresh the answer.
 * @param before what was cached when it was asked for.
 * @param now what is cached by now.
 * @returns the answer, but for sessions that were changed meanwhile and of which it knows less.
 */
export function withLiveChanges(
  fresh: readonly SessionSummary[],
  before: readonly SessionSummary[],
  now: readonly SessionSummary[],
): readonly SessionSummary[] {
  const asked = new Set(before);
  const read = new Map(fresh.map((session) => [session.id, session]));
  const newer = now.filter((session) => {
    const answer = read.get(session.id);
    return !asked.has(session) && (!answer || !isFurther(answer, session));
  });
  return newer.reduce(withSummary, fresh);
}

/** Whether `a` knows of later activity than `b`, or of later reading. */
function isFurther(a: SessionSummary, b: SessionSummary): boolean {
  const order = compareTimes(a.last_activity, b.last_activity);
  if (order !== 0) return order > 0;
  if (a.last_read_at === null) return false;
  return b.last_read_at === null || compareTimes(a.last_read_at, b.last_read_at) > 0;
}

/**
 * Applies a new or changed message.
 * @returns null when the list cannot tell what follows, because the session is not in it or the message is not the newest:
 * the session must then be read again.
 */
export function withMessage(
  sessions: readonly SessionSummary[],
  message: NewMessage,
  reader: Reader,
): readonly SessionSummary[] | null {
  const session = sessions.find(({ id }) => id === message.session_id);
  if (!session) return null;
  const { session_id: _, ...last_message } = message;
  const known = session.last_message;
  if (known?.id === message.id) {
    const same =
      known.translated_content === message.translated_content &&
      known.target_language === message.target_language;
    return same ? sessions : withSummary(sessions, { ...session, last_message });
  }
  if (known && compareTimes(message.created_at, known.created_at) <= 0) return null;
  const own = message.sender_id === reader.id;
  const read = session.last_read_at !== null && compareTimes(message.created_at, session.last_read_at) <= 0;
  const counts = !own && !read;
  return withSummary(sessions, {
    ...session,
    last_message,
    last_activity: message.created_at,
    unread_count: Math.min(MOST_COUNTED, session.unread_count + (counts ? 1 : 0)),
    waiting_since: own ? null : (session.waiting_since ?? message.created_at),
  });
}

/**
 * Applies how far the reader has read, on this device or another one.
 * @returns null when some of the unread messages are newer than that: the session must then be read again.
 */
export function withOwnMark(
  sessions: readonly SessionSummary[],
  mark: SessionRead,
): readonly SessionSummary[] | null {
  const session = sessions.find(({ id }) => id === mark.session_id);
  if (!session) return null;
  const { last_read_at, seen_at } = mark;
  const newest = session.last_message?.created_at;
  const readAll = newest === undefined || (last_read_at !== null && compareTimes(newest, last_read_at) <= 0);
  if (!readAll && session.unread_count > 0) return null;
  return sessions.map((one) =>
    one === session ? { ...one, last_read_at, seen_at, unread_count: readAll ? 0 : one.unread_count } : one,
  );
}
