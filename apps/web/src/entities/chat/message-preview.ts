import { isPictureName } from '@dragoman/domain/chat-attachments';
import type { Language } from '@dragoman/domain/languages';
import { isAudioMessage } from '@dragoman/domain/messages';
import type { TFunction } from 'i18next';
import type { LastMessage } from '@/shared/api/database-types.ts';

/**
 * The line that represents a message in a list: its text, in the reader's language if translated
 * into it; of a picture or file its caption; without one, and for a recording, its kind.
 */
export function messagePreview(
  message: Pick<LastMessage, 'type' | 'content' | 'transcript' | 'translated_content' | 'target_language'>,
  language: Language,
  t: TFunction,
): string {
  if (isAudioMessage(message)) return t('sessions.voiceMessage');
  const words = message.type === 'text' ? message.content : message.transcript;
  if (!words) return t(isPictureName(message.content) ? 'sessions.picture' : 'sessions.file');
  const text =
    message.target_language === language && message.translated_content ? message.translated_content : words;
  return text.replaceAll(/\s+/g, ' ').trim();
}
