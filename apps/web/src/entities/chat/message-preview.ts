import { isPictureName } from '@dragoman/domain/chat-attachments';
import type { Language } from '@dragoman/domain/languages';
import { isAudioMessage } from '@dragoman/domain/messages';
import type { TFunction } from 'i18next';
import type { LastMessage } from '@/shared/api/database-types.ts';

/**
 * The line that represents a message in a list: its text, in the reader's language if translated
 * into it; for a recording or another file, its kind.
 */
export function messagePreview(
  message: Pick<LastMessage, 'type' | 'content' | 'translated_content' | 'target_language'>,
  language: Language,
  t: TFunction,
): string {
  if (isAudioMessage(message)) return t('sessions.voiceMessage');
  if (message.type !== 'text')
    return t(isPictureName(message.content) ? 'sessions.picture' : 'sessions.file');
  const text =
    message.target_language === language && message.translated_content
      ? message.translated_content
      : message.content;
  return text.replaceAll(/\s+/g, ' ').trim();
}
