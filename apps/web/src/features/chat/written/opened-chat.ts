import { isUnaccepted } from '@/entities/chat/request-state.ts';
import type { Profile, SessionRead } from '@/shared/api/database-types.ts';
import { unreadOnOpening } from '../message-list/unread.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { type ChatSession, counterpartOf } from '../model/chat-session.ts';
import { threadOf } from '../model/thread.ts';
import { buildTimeline, type TimelineRow } from '../model/timeline.ts';

/** What a chat begins with, as the server answered (model/first-reads.ts). */
export interface FirstAnswers {
  profiles: readonly Profile[];
  sessions: readonly ChatSession[];
  /** Newest first. */
  messages: readonly ChatMessage[];
  marks: readonly SessionRead[];
}

/** A chat that is drawn before the app is there. */
export interface OpenedChat {
  me: Profile;
  session: ChatSession;
  counterpart: Profile;
  /** Its newest messages, as many as can be drawn without the app. */
  rows: readonly TimelineRow[];
  /** Whether there are messages before these. */
  hasMore: boolean;
  /** How far the other side has read. */
  readUpTo: string | null;
  /** The first message that was unread; null without one, and where that is not known. */
  firstUnread: string | null;
}

/** As many as the app asks for. */
const PAGE_SIZE = 50;

/**
 * @returns what of a chat can be drawn before the app is there; null where the app has to decide: the reader is none of its two
 * people, nobody has joined, or it waits to be accepted
 */
export function openedChat({
  profiles: [me],
  sessions: [session],
  messages,
  marks,
}: FirstAnswers): OpenedChat | null {
  if (!me || !session || (session.vendor_id !== me.id && session.visitor_id !== me.id)) return null;
  const counterpart = counterpartOf(session, me.id);
  if (!counterpart || isUnaccepted(session)) return null;
  const thread = threadOf(messages, PAGE_SIZE);
  const all = buildTimeline(thread.messages, [], { kind: 'idle' });
  const rows = all.slice(all.findLastIndex((row) => !canBeDrawn(row)) + 1);
  if (rows.length === 0) return null;
  const mark = (id: string) => marks.find(({ profile_id }) => profile_id === id)?.last_read_at ?? null;
  const unread = unreadOnOpening(thread, { ownId: me.id, readUpTo: mark(me.id), caughtUpTo: undefined });
  const firstUnread = unread.kind === 'from' ? unread.id : null;
  // One reads on from there, which is then not on the screen.
  if (firstUnread !== null && !rows.some(({ message }) => message.id === firstUnread)) return null;
  return {
    me,
    session,
    counterpart,
    rows,
    hasMore: thread.hasOlder || rows.length < all.length,
    readUpTo: mark(counterpart.id),
    firstUnread,
  };
}

/** Recordings and files have more to them than words. */
function canBeDrawn({ message }: TimelineRow): boolean {
  return message.type === 'text';
}
