import type { ChatMessage } from './chat-message.ts';
import { messageBody } from './message-body.ts';
import { wordsOf } from './message-words.ts';
import type { TimelineRow } from './timeline.ts';

/** What can be done with a message, in the order of its menu. */
export type MessageOption = 'copy' | 'copy-translation' | 'fold' | 'send-again' | 'discard';

/** @param origin of the product's backend. @returns what the menu of a message offers; none, and there is no menu. */
export function messageOptions(
  { message, delivery }: Pick<TimelineRow, 'message' | 'delivery'>,
  origin: string,
): MessageOption[] {
  const options: MessageOption[] = [];
  const { translated_content: translated } = message;
  if (copyableText(message, origin) !== null) options.push('copy');
  if (translated !== null && translated.trim() !== wordsOf(message)?.trim())
    options.push('copy-translation', 'fold');
  if (delivery === 'failed') options.push('send-again', 'discard');
  return options;
}

type Copyable = Pick<ChatMessage, 'type' | 'content' | 'transcript'>;

/**
 * @param origin of the product's backend.
 * @returns what copying a message takes: its text, what was said, or the address of a file on another site. Null for files in the
 * product's own storage, whose address opens nothing by itself.
 */
export function copyableText(message: Copyable, origin: string): string | null {
  const body = messageBody(message, origin);
  if (body.kind === 'text') return message.content;
  if (body.kind === 'voice') return message.transcript || null;
  return body.kind === 'file' && body.file.kind === 'web' ? body.file.url : null;
}
