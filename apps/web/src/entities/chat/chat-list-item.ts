import type { Role } from '@dragoman/domain/roles';
import type { ChatListItem, LastMessage, Party, ReadReceipt } from '@/shared/api/database-types.ts';
import { compareTimes } from '@/shared/format/compare-times.ts';

// Updates of the cached list of chats, which is sorted by newest activity: pure functions, which
// return the same list when nothing changes.

/** The viewer of the list. */
export interface Viewer {
  id: string;
  role: Role;
}

/** A message as a live change tells it. */
export type NewMessage = LastMessage & { session_id: string };

/** The view counts up to here; a larger number reads '99+'. */
const MOST_COUNTED = 100;

/** @returns the other side of the chat; null before a visitor has joined */
export function counterpartIn(chat: Pick<ChatListItem, 'vendor' | 'visitor'>, role: Role): Party | null {
  return role === 'vendor' ? chat.visitor : chat.vendor;
}

/** @returns the key of the text that replaces the other side's name until they have joined */
export function nameWhileOpen(chat: Pick<ChatListItem, 'face_to_face'>) {
  return chat.face_to_face ? 'sessions.faceToFaceGuest' : 'sessions.waiting';
}

/** Checks whether a visitor has joined, the vendor has not looked since, and the chat is empty. */
export function isNewVisitor(chat: ChatListItem, role: Role): boolean {
  if (role !== 'vendor' || !chat.visitor || !chat.joined_at || chat.last_message) return false;
  return chat.seen_at === null || compareTimes(chat.seen_at, chat.joined_at) < 0;
}

/**
 * Checks whether the words of a message are the viewer's: what they wrote, or, as the visitor of a
 * conversation face to face, what they said.
 */
export function isOwnMessage(
  chat: { visitor_id: string | null },
  message: { sender_id: string; said_by?: string | null },
  viewerId: string,
): boolean {
  return message.said_by === 'visitor' ? chat.visitor_id === viewerId : message.sender_id === viewerId;
}

/** Checks whether a message came from the other side: neither from the viewer nor from a colleague. */
export function isFromOtherSide(chat: ChatListItem, senderId: string, viewer: Viewer): boolean {
  return viewer.role === 'vendor' ? senderId === chat.visitor_id : senderId !== viewer.id;
}

/** Checks whether the viewer is to answer the chat: it is theirs, or no one's of the team. */
export function isForViewer(chat: ChatListItem, viewerId: string): boolean {
  return !chat.assigned_to || chat.assigned_to === viewerId;
}

/** Checks whether something has happened in the chat that its reader has not seen. */
export function isUnseen(chat: ChatListItem, role: Role): boolean {
  if (chat.blocked) return false;
  return chat.unread_count > 0 || isNewVisitor(chat, role);
}

/**
 * In how many chats something has happened that the viewer has not seen; chats that a colleague
 * answers are left to the colleague.
 */
export function unseenChats(chats: readonly ChatListItem[], viewer: Viewer): number {
  return chats.filter((chat) => isUnseen(chat, viewer.role) && isForViewer(chat, viewer.id)).length;
}

/** Newest activity first; ids break ties, so that the order never flickers. */
export function byActivity(chats: readonly ChatListItem[]): ChatListItem[] {
  return chats.toSorted(
    (a, b) => compareTimes(b.last_activity, a.last_activity) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
}

/** Replaces a session by its newly read state. */
export function withChat(chats: readonly ChatListItem[], fresh: ChatListItem): readonly ChatListItem[] {
  return byActivity([...chats.filter(({ id }) => id !== fresh.id), fresh]);
}

/**
 * A list that was read while live changes came in: the answer may be older than what they have
 * told.
 * @param fresh the answer.
 * @param before what was cached when it was asked for.
 * @param now what is cached by now.
 * @returns the answer, but for sessions that were changed meanwhile and of which it knows less.
 */
export function withLiveChanges(
  fresh: readonly ChatListItem[],
  before: readonly ChatListItem[],
  now: readonly ChatListItem[],
): readonly ChatListItem[] {
  const asked = new Set(before);
  const read = new Map(fresh.map((chat) => [chat.id, chat]));
  const newer = now.filter((chat) => {
    const answer = read.get(chat.id);
    return !asked.has(chat) && (!answer || !isFurther(answer, chat));
  });
  return newer.reduce(withChat, fresh);
}

/** Checks whether `a` knows of later activity than `b`, or of later reading. */
function isFurther(a: ChatListItem, b: ChatListItem): boolean {
  const order = compareTimes(a.last_activity, b.last_activity);
  if (order !== 0) return order > 0;
  if (a.last_read_at === null) return false;
  return b.last_read_at === null || compareTimes(a.last_read_at, b.last_read_at) > 0;
}

/**
 * Applies a new or changed message.
 * @returns null when the list cannot tell what follows, because the session is not in it or the
 * message is not the newest: the session must then be read again.
 */
export function withMessage(
  chats: readonly ChatListItem[],
  message: NewMessage,
  viewer: Viewer,
): readonly ChatListItem[] | null {
  const chat = chats.find(({ id }) => id === message.session_id);
  if (!chat) return null;
  const { session_id: _, ...last_message } = message;
  const known = chat.last_message;
  if (known?.id === message.id) {
    const same =
      known.translated_content === message.translated_content &&
      known.target_language === message.target_language;
    return same ? chats : withChat(chats, { ...chat, last_message });
  }
  if (known && compareTimes(message.created_at, known.created_at) <= 0) return null;
  const own = message.sender_id === viewer.id;
  const read = chat.last_read_at !== null && compareTimes(message.created_at, chat.last_read_at) <= 0;
  const counts = !own && !read;
  // A colleague's answer is the booth's answer.
  const answered = !isFromOtherSide(chat, message.sender_id, viewer);
  return withChat(chats, {
    ...chat,
    last_message,
    last_activity: message.created_at,
    unread_count: Math.min(MOST_COUNTED, chat.unread_count + (counts ? 1 : 0)),
    waiting_since: answered ? null : (chat.waiting_since ?? (message.said_by ? null : message.created_at)),
    face_to_face: chat.face_to_face || (chat.visitor === null && Boolean(message.said_by)),
  });
}

/**
 * Applies how far the reader has read, on this device or another one.
 * @returns null when some of the unread messages are newer than that: the session must then be read
 * again.
 */
export function withOwnMark(
  chats: readonly ChatListItem[],
  mark: ReadReceipt,
): readonly ChatListItem[] | null {
  const chat = chats.find(({ id }) => id === mark.session_id);
  if (!chat) return null;
  const { last_read_at, seen_at } = mark;
  const newest = chat.last_message?.created_at;
  const readAll = newest === undefined || (last_read_at !== null && compareTimes(newest, last_read_at) <= 0);
  if (!readAll && chat.unread_count > 0) return null;
  return chats.map((one) =>
    one === chat ? { ...one, last_read_at, seen_at, unread_count: readAll ? 0 : one.unread_count } : one,
  );
}
