import type { Language } from '@dragoman/domain/languages';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Chat, participant } from '../model/chat.ts';
import type { ChatMessage, MessageSender } from '../model/chat-message.ts';

/**
 * @param viewerLanguage of the guest of a conversation face to face who has not joined yet
 * @returns a function that finds the person whose words a message has
 */
export function useSenderOf(
  chat: Chat,
  viewerLanguage: Language,
): (message: ChatMessage) => MessageSender | null {
  const { t } = useTranslation();
  return useMemo(() => {
    const guest = { id: '', name: t('chat.guest'), language: viewerLanguage, avatar_url: null };
    return (message) =>
      message.said_by === 'visitor'
        ? (chat.visitor ?? guest)
        : (participant(chat, message.sender_id) ?? message.sender ?? null);
  }, [chat, viewerLanguage, t]);
}
