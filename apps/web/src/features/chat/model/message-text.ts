import { isAudioMessage } from '@dragoman/domain/messages';
import type { ChatMessage } from './chat-message.ts';

/**
 * @returns the words of a message, in its writer's language: of a recording its transcript, of a file
 * its caption or else its address. Null for a recording without a transcript.
 */
export function textOf(message: Pick<ChatMessage, 'type' | 'content' | 'transcript'>): string | null {
  if (message.type === 'text') return message.content;
  return message.transcript || (isAudioMessage(message) ? null : message.content);
}
