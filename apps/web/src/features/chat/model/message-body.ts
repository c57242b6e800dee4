import { isAudioMessage } from '@dragoman/domain/messages';
import { type FileSource, fileSource } from './chat-file.ts';
import type { ChatMessage } from './chat-message.ts';

/** The content of a bubble. */
export type MessageBody =
  | { kind: 'text' }
  /**
   * A recording. Those of other sites are not played: pages load sound from the product's own
   * storage alone.
   */
  | { kind: 'voice'; path: string }
  | { kind: 'file'; file: Exclude<FileSource, { kind: 'none' }> };

/** @param origin of the product's backend. */
export function messageBody(message: Pick<ChatMessage, 'type' | 'content'>, origin: string): MessageBody {
  if (message.type === 'text') return { kind: 'text' };
  const file = fileSource(message.content, origin);
  if (file.kind === 'none') return { kind: 'text' };
  if (file.kind === 'stored' && isAudioMessage(message)) return { kind: 'voice', path: file.path };
  return { kind: 'file', file };
}
