import type { Language } from '@dragoman/domain/languages';
import type { ChatMessage } from '../model/chat-message.ts';
import { messageBody } from '../model/message-body.ts';
import { textOf } from '../model/message-text.ts';
import type { TimelineRow } from '../model/timeline.ts';
import { BROWSER_PROVIDER, PHRASEBOOK_PROVIDER } from '../translation/viewer-translation.ts';

/** The actions of a message, in the order of its menu. */
export type MessageOption =
  | 'reply'
  | 'show-quoted'
  | 'copy'
  | 'copy-translation'
  | 'listen'
  | 'listen-translation'
  | 'fold'
  | 'one-language'
  | 'translate-other'
  | 'report-translation'
  | 'send-again'
  | 'discard'
  | 'hide';

const NO_LANGUAGES: ReadonlySet<Language> = new Set();

/** What the viewer may do with the messages of a chat. */
export interface MessageRights {
  /** The viewer's profile. */
  viewerId: string;
  /** The viewer may write in the chat. */
  canWrite: boolean;
  /** There is another translation provider to ask than the first one. */
  otherTranslation: boolean;
}

/**
 * @param origin of the product's backend
 * @param rights of the viewer
 * @param voices languages that this browser reads aloud
 * @returns what the menu of a message offers; without any option the message has no menu
 */
export function messageOptions(
  { message, delivery }: Pick<TimelineRow, 'message' | 'delivery'>,
  origin: string,
  rights: MessageRights,
  voices = NO_LANGUAGES,
): MessageOption[] {
  const options: MessageOption[] = [];
  const { source_language: source, target_language: target } = message;
  const translated = isTranslated(message);
  if (rights.canWrite && delivery !== 'failed') options.push('reply');
  if (message.reply_to) options.push('show-quoted');
  if (copyableText(message, origin) !== null) options.push('copy');
  if (translated) options.push('copy-translation');
  if (readableText(message, origin) !== null && source && voices.has(source)) options.push('listen');
  if (translated && target && voices.has(target)) options.push('listen-translation');
  if (translated) options.push('fold', 'one-language');
  if (delivery === 'sent' && translated) {
    const { sender_id: sender, translation_engine: provider } = message;
    // A writer's translation is what the reader has got: another one would be seen by the writer alone.
    const hasOther = rights.otherTranslation || provider === PHRASEBOOK_PROVIDER;
    if (sender !== rights.viewerId && provider && provider !== BROWSER_PROVIDER && hasOther)
      options.push('translate-other');
    if (source && target) options.push('report-translation');
  }
  if (delivery === 'failed') options.push('send-again', 'discard');
  if (delivery === 'sent') options.push('hide');
  return options;
}

/** @returns whether a message is shown in two languages */
export function isTranslated(message: ChatMessage): boolean {
  const { translated_content: translated } = message;
  return Boolean(translated) && translated?.trim() !== textOf(message)?.trim();
}

type Copyable = Pick<ChatMessage, 'type' | 'content' | 'transcript'>;

/**
 * @param origin of the product's backend.
 * @returns the text to copy: the message's text, a transcript, a caption, or the address of a file on another
 * site. Null for files in the product's own storage, whose address alone grants no access.
 */
export function copyableText(message: Copyable, origin: string): string | null {
  const body = messageBody(message, origin);
  if (body.kind === 'text') return message.content;
  if (body.kind === 'voice' || message.transcript) return message.transcript || null;
  return body.file.kind === 'web' ? body.file.url : null;
}

/**
 * @param origin of the product's backend
 * @returns the words of a message that a voice can read: its text, what was said, or a caption. Null
 * for files without.
 */
export function readableText(message: Copyable, origin: string): string | null {
  return messageBody(message, origin).kind === 'file' ? message.transcript || null : textOf(message);
}
