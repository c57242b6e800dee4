import type { ChatListItem, Party } from '@/shared/api/database-types.ts';
import { counterpartIn, isForViewer, isUnseen, type Viewer } from './chat-list-item.ts';

export interface UnansweredChat {
  chatId: string;
  counterpart: Party;
  /** `new`: a visitor has joined and the chat is empty. `unanswered`: the other side wrote last. */
  reason: 'new' | 'unanswered';
  /** ISO 8601. */
  since: string;
}

const HOUR_MS = 60 * 60 * 1000;
/** After a day the visitor has surely left the booth. */
const UNSEEN_MS = 24 * HOUR_MS;
/**
 * A last word that was read and left without an answer is more likely a goodbye than a question.
 */
const SEEN_MS = HOUR_MS;

/**
 * The chats that wait for the user, longest wait first: the overview shows them before any number.
 * @param now milliseconds since the epoch
 */
export function unansweredChats(
  chats: readonly ChatListItem[],
  viewer: Viewer,
  now: number,
): UnansweredChat[] {
  return chats
    .flatMap((chat) => unansweredChat(chat, viewer, now) ?? [])
    .sort((a, b) => Date.parse(a.since) - Date.parse(b.since));
}

/** @returns null when the other side does not wait for an answer, or waits for a colleague's */
export function unansweredChat(chat: ChatListItem, viewer: Viewer, now: number): UnansweredChat | null {
  const counterpart = counterpartIn(chat, viewer.role);
  const wait = waitOf(chat, viewer);
  if (!counterpart || !wait || chat.blocked || !isForViewer(chat, viewer.id)) return null;
  const limit = isUnseen(chat, viewer.role) ? UNSEEN_MS : SEEN_MS;
  return now - Date.parse(wait.since) < limit ? { chatId: chat.id, counterpart, ...wait } : null;
}

function waitOf(chat: ChatListItem, { role }: Viewer): Pick<UnansweredChat, 'reason' | 'since'> | null {
  if (chat.last_message) {
    return chat.waiting_since ? { reason: 'unanswered', since: chat.waiting_since } : null;
  }
  // It is for the vendor to greet a visitor at the booth; a visitor who has just joined is not kept
  // waiting for himself.
  return role === 'vendor' && chat.joined_at ? { reason: 'new', since: chat.joined_at } : null;
}
