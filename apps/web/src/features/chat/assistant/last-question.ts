import type { Language } from '@dragoman/domain/languages';
import { QUESTION_MAX_LENGTH } from '@dragoman/domain/material/material-answer';
import { isBlank } from '@dragoman/domain/text';
import type { ChatMessage } from '../model/chat-message.ts';
import { wordsOf } from '../model/message-words.ts';

/**
 * @param messages oldest first
 * @param otherId the person whose message needs an answer
 * @returns the other side's last message, in the reader's language if translated into it, because
 * the reader's own material is probably in that language; null without a message
 */
export function lastQuestion(
  messages: readonly ChatMessage[],
  otherId: string,
  language: Language,
): string | null {
  const words = messages
    .filter(({ sender_id }) => sender_id === otherId)
    .map((message) =>
      message.target_language === language && message.translated_content
        ? message.translated_content
        : wordsOf(message),
    )
    .findLast((text) => text !== null && !isBlank(text));
  return words?.trim().slice(0, QUESTION_MAX_LENGTH) ?? null;
}
