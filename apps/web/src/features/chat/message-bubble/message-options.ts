import type { Language } from '@dragoman/domain/languages';
import type { ChatMessage } from '../model/chat-message.ts';
import { messageBody } from '../model/message-body.ts';
import { wordsOf } from '../model/message-words.ts';
import type { TimelineRow } from '../model/timeline.ts';

/** The actions of a message, in the order of its menu. */
export type MessageOption =
  | 'copy'
  | 'copy-translation'
  | 'fold'
  | 'listen'
  | 'listen-translation'
  | 'send-again'
  | 'discard';

const NO_LANGUAGES: ReadonlySet<Language> = new Set();

/**
 * @param origin of the product's backend
 * @param voices languages that this browser reads aloud
 * @returns what the menu of a message offers; without any option the message has no menu
 */
export function messageOptions(
  { message, delivery }: Pick<TimelineRow, 'message' | 'delivery'>,
  origin: string,
  voices = NO_LANGUAGES,
): MessageOption[] {
  const options: MessageOption[] = [];
  const { translated_content: translated, source_language: source, target_language: target } = message;
  const isTranslated = translated !== null && translated.trim() !== wordsOf(message)?.trim();
  if (copyableText(message, origin) !== null) options.push('copy');
  if (isTranslated) options.push('copy-translation', 'fold');
  if (readableText(message, origin) !== null && source && voices.has(source)) options.push('listen');
  if (isTranslated && target && voices.has(target)) options.push('listen-translation');
  if (delivery === 'failed') options.push('send-again', 'discard');
  return options;
}

type Copyable = Pick<ChatMessage, 'type' | 'content' | 'transcript'>;

/**
 * @param origin of the product's backend.
 * @returns the text to copy: the message's text, a transcript, or the address of a file on another
 * site. Null for files in the product's own storage, whose address alone grants no access.
 */
export function copyableText(message: Copyable, origin: string): string | null {
  const body = messageBody(message, origin);
  if (body.kind === 'text') return message.content;
  if (body.kind === 'voice') return message.transcript || null;
  return body.kind === 'file' && body.file.kind === 'web' ? body.file.url : null;
}

/**
 * @param origin of the product's backend
 * @returns the words of a message that a voice can read: its text or what was said. Null for files.
 */
export function readableText(message: Copyable, origin: string): string | null {
  return messageBody(message, origin).kind === 'file' ? null : wordsOf(message);
}
