import { matchesSearch, searchKey } from '@dragoman/domain/search-text';
import { counterpartIn, type Viewer } from '@/entities/chat/chat-list-item.ts';
import { unansweredChat } from '@/entities/chat/unanswered-chats.ts';
import type { ChatListItem } from '@/shared/api/database-types.ts';

/**
 * The views of the list: all sessions; for a team those that no one answers yet and those that the
 * viewer answers; those that wait for an answer; codes without a visitor.
 */
export const CHAT_VIEWS = ['all', 'unassigned', 'mine', 'waiting', 'open'] as const;
export type ChatView = (typeof CHAT_VIEWS)[number];

/** @returns the view that an address asks for; all sessions for anything unknown. */
export function chatView(value: string | null): ChatView {
  return CHAT_VIEWS.find((view) => view === value) ?? 'all';
}

/** The number of sessions in each view. */
export function viewSizes(
  chats: readonly ChatListItem[],
  viewer: Viewer,
  now: number,
): Record<ChatView, number> {
  return {
    all: chats.length,
    unassigned: chats.filter(isUnassigned).length,
    mine: chats.filter(({ assigned_to }) => assigned_to === viewer.id).length,
    waiting: chats.filter((chat) => unansweredChat(chat, viewer, now)).length,
    open: chats.filter(({ visitor_id }) => visitor_id === null).length,
  };
}

/**
 * The sessions of a view that a search by name or company finds: newest activity first; those that
 * wait, the longest wait first.
 * @param sessions newest activity first
 * @param now milliseconds since the epoch
 */
export function arrangedChats(
  chats: readonly ChatListItem[],
  view: ChatView,
  query: string,
  viewer: Viewer,
  now: number,
): ChatListItem[] {
  const found = chats.filter((chat) => {
    const person = counterpartIn(chat, viewer.role);
    const key = searchKey([person?.name, person?.company].filter(Boolean).join('\n'));
    return matchesSearch(key, query);
  });
  if (view === 'open') return found.filter(({ visitor_id }) => visitor_id === null);
  if (view === 'unassigned') return found.filter(isUnassigned);
  if (view === 'mine') return found.filter(({ assigned_to }) => assigned_to === viewer.id);
  if (view === 'all') return found;
  return found
    .flatMap((chat) => {
      const wait = unansweredChat(chat, viewer, now);
      return wait ? [{ session: chat, since: Date.parse(wait.since) }] : [];
    })
    .sort((a, b) => a.since - b.since)
    .map(({ session: chat }) => chat);
}

/** Checks whether a visitor is there whom no one of the team answers yet. */
function isUnassigned({ visitor_id, assigned_to }: ChatListItem): boolean {
  return visitor_id !== null && !assigned_to;
}
