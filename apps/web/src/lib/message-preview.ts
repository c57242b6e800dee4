import type { Language } from '@dragoman/domain/languages';
import type { LastMessage } from './database-types.ts';

/**
 * The line that stands for a message in a list: in the reader's language when it was translated into it.
 * @returns null when the message is none of words.
 */
export function messagePreview(
  message: Pick<LastMessage, 'type' | 'content' | 'translated_content' | 'target_language'>,
  language: Language,
): string | null {
  if (message.type !== 'text') return null;
  const text =
    message.target_language === language && message.translated_content
      ? message.translated_content
      : message.content;
  return text.replaceAll(/\s+/g, ' ').trim();
}
