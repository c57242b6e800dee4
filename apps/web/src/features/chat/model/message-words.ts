import { isAudioMessage } from '@dragoman/domain/messages';
import type { ChatMessage } from './chat-message.ts';

/** @returns what a message says, in its writer's language; null while a recording has not been written down. */
export function wordsOf(message: Pick<ChatMessage, 'type' | 'content' | 'transcript'>): string | null {
  return isAudioMessage(message) ? message.transcript || null : message.content;
}
