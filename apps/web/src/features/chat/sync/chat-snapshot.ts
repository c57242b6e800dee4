import type { Language } from '@dragoman/domain/languages';
import { queryOptions } from '@tanstack/react-query';
import type { MeetingRow } from '@/entities/meeting/meeting.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { offlineCache } from '@/shared/offline/offline-cache.ts';
import type { Chat } from '../model/chat.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import type { MessageHistory } from '../model/message-history.ts';
import type { CachedViewerTranslations, ViewerTranslation } from '../translation/viewer-translation.ts';

/** The data that shows a chat before, or without, a response of the server. */
export interface ChatSnapshot {
  me: Profile;
  session: Chat;
  thread: MessageHistory;
  /** Translations for the viewer; absent in chats stored by an earlier release. */
  translations?: CachedViewerTranslations;
  /** Absent in chats stored by an earlier release. */
  meetings?: readonly MeetingRow[];
}

/** The JSON form. */
type KeptChat = Omit<ChatSnapshot, 'translations'> & {
  translations?: { language: Language; byId: Array<[string, ViewerTranslation]> };
};

/** Messages that are kept; older ones are history that can be loaded again. */
const KEPT_MESSAGES = 50;

/**
 * Stores a chat on the device, so that it opens without a network, together with the outbox.
 * Signing out deletes it. Never rejects.
 */
export async function saveSnapshot({
  me,
  session,
  thread: history,
  translations,
  meetings,
}: ChatSnapshot): Promise<void> {
  const messages = history.messages.slice(-KEPT_MESSAGES);
  const hasOlder = history.hasOlder || messages.length < history.messages.length;
  const shown = new Set(messages.map(({ id }) => id));
  const kept: KeptChat = {
    me,
    session,
    thread: { messages, hasOlder, revisions: {}, deleted: [] },
    ...(translations && { translations: listOf(translations, messages) }),
    ...(meetings && { meetings: meetings.filter(({ message_id }) => shown.has(message_id)) }),
  };
  try {
    await offlineCache('chats', me.user_id).put(session.id, kept);
  } catch {
    // Full or forbidden: the chat is then shown when the server answers.
  }
}

/** The chat as last shown to this user on this device, or null. Never fails. */
export function snapshotQuery(sessionId: string, userId: string) {
  return queryOptions({
    queryKey: ['chat', 'kept', sessionId, userId] as const,
    queryFn: () => readSnapshot(sessionId, userId),
    networkMode: 'always',
    // Read once; the server's response replaces it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
}

async function readSnapshot(sessionId: string, userId: string): Promise<ChatSnapshot | null> {
  try {
    const kept = (await offlineCache('chats', userId).get(sessionId)) as KeptChat | null;
    if (!kept || !Array.isArray(kept.thread?.messages)) return null;
    const { translations, ...snapshot } = kept;
    if (!translations) return snapshot;
    return { ...snapshot, translations: { ...translations, byId: new Map(translations.byId) } };
  } catch {
    return null;
  }
}

/** Those of the messages that are kept. */
function listOf(
  { language, byId }: CachedViewerTranslations,
  messages: readonly ChatMessage[],
): NonNullable<KeptChat['translations']> {
  return { language, byId: messages.flatMap(({ id }) => entryOf(id, byId.get(id))) };
}

function entryOf(id: string, translation: ViewerTranslation | undefined): Array<[string, ViewerTranslation]> {
  return translation ? [[id, translation]] : [];
}
