import type { Profile } from '../../../lib/database-types.ts';
import type { ChatSession } from '../model/chat-session.ts';
import type { Thread } from '../model/thread.ts';

/** What a chat needs to be shown before, or without, an answer of the server. */
export interface ChatSnapshot {
  me: Profile;
  session: ChatSession;
  thread: Thread;
}

// Signing out forgets all keys of the product.
const PREFIX = 'dragoman-chat:';
/** Messages that are kept; older ones are history that can be loaded again. */
const KEPT_MESSAGES = 50;

/**
 * Keeps a chat for the life of this tab, so that a reload without a network still shows it, with what waits in the
 * outbox. The tab's own storage: closing the tab or signing out leaves nothing behind.
 */
export function keepSnapshot({ me, session, thread }: ChatSnapshot): void {
  const messages = thread.messages.slice(-KEPT_MESSAGES);
  const hasOlder = thread.hasOlder || messages.length < thread.messages.length;
  const kept: ChatSnapshot = { me, session, thread: { messages, hasOlder, revisions: {}, deleted: [] } };
  try {
    sessionStorage.setItem(PREFIX + session.id, JSON.stringify(kept));
  } catch {
    // Full or forbidden: the chat is then shown when the server answers.
  }
}

/** @returns the chat as this tab showed it last to this user, or null. */
export function readSnapshot(sessionId: string, userId: string): ChatSnapshot | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PREFIX + sessionId) ?? 'null') as ChatSnapshot | null;
    return kept?.me.user_id === userId && Array.isArray(kept.thread.messages) ? kept : null;
  } catch {
    return null;
  }
}
