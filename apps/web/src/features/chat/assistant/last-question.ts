import { QUESTION_MAX_LENGTH } from '@dragoman/domain/knowledge-base/knowledge-base-answer';
import type { Language } from '@dragoman/domain/languages';
import { hasWordsOf } from '@dragoman/domain/messages';
import { isBlank } from '@dragoman/domain/text';
import type { ChatMessage } from '../model/chat-message.ts';
import { textOf } from '../model/message-text.ts';

/**
 * @param messages oldest first
 * @param otherId the person whose message needs an answer
 * @returns the other side's last message, in the viewer's language if translated into it, because
 * the viewer's own material is probably in that language; null without a message
 */
export function lastQuestion(
  messages: readonly ChatMessage[],
  otherId: string,
  language: Language,
): string | null {
  const words = messages
    .filter((message) => hasWordsOf(message, otherId))
    .map((message) =>
      message.target_language === language && message.translated_content
        ? message.translated_content
        : textOf(message),
    )
    .findLast((text) => text !== null && !isBlank(text));
  return words?.trim().slice(0, QUESTION_MAX_LENGTH) ?? null;
}
