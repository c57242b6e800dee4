import { isAudioMessage } from '@dragoman/domain/messages';
import type { ChatMessage } from './chat-message.ts';

/**
 * @returns the words of a message, in its writer's language; null for a recording without a
 * transcript
 */
export function wordsOf(message: Pick<ChatMessage, 'type' | 'content' | 'transcript'>): string | null {
  return isAudioMessage(message) ? message.transcript || null : message.content;
}
