import { queryOptions } from '@tanstack/react-query';
import type { Profile } from '../../../lib/database-types.ts';
import { keptReads } from '../../../lib/kept-reads.ts';
import type { ChatSession } from '../model/chat-session.ts';
import type { Thread } from '../model/thread.ts';

/** What a chat needs to be shown before, or without, an answer of the server. */
export interface ChatSnapshot {
  me: Profile;
  session: ChatSession;
  thread: Thread;
}

/** Messages that are kept; older ones are history that can be loaded again. */
const KEPT_MESSAGES = 50;

/**
 * Keeps a chat on the device, so that it opens without a network, with what waits in the outbox. Signing out leaves
 * nothing behind. Never rejects.
 */
export async function keepSnapshot({ me, session, thread }: ChatSnapshot): Promise<void> {
  const messages = thread.messages.slice(-KEPT_MESSAGES);
  const hasOlder = thread.hasOlder || messages.length < thread.messages.length;
  const kept: ChatSnapshot = { me, session, thread: { messages, hasOlder, revisions: {}, deleted: [] } };
  try {
    await keptReads('chats', me.user_id).put(session.id, kept);
  } catch {
    // Full or forbidden: the chat is then shown when the server answers.
  }
}

/** The chat as it was last shown to this user on this device, or null. Never fails. */
export function snapshotQuery(sessionId: string, userId: string) {
  return queryOptions({
    queryKey: ['chat', 'kept', sessionId, userId] as const,
    queryFn: () => readSnapshot(sessionId, userId),
    networkMode: 'always',
    // What is read once stays: the server's answer takes its place.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
}

async function readSnapshot(sessionId: string, userId: string): Promise<ChatSnapshot | null> {
  try {
    const kept = (await keptReads('chats', userId).get(sessionId)) as ChatSnapshot | null;
    return Array.isArray(kept?.thread?.messages) ? kept : null;
  } catch {
    return null;
  }
}
