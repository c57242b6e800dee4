import type { Language } from '@dragoman/domain/languages';
import { wordsOfMessage } from '@dragoman/domain/messages';
import type { ChatMessage } from '../model/chat-message.ts';

/** The engine name of translations made by the browser, which exist on this device only. */
export const BROWSER_ENGINE = 'browser';

/** Another person's message in the reader's present language. */
export interface ReaderTranslation {
  /** The text that was translated: a recording may be transcribed again. */
  words: string;
  text: string;
  engine: string;
}

/** Translations for one reader of one chat, by message id. */
export interface ReaderTranslations {
  language: Language;
  byId: ReadonlyMap<string, ReaderTranslation>;
}

export interface Reader {
  profileId: string;
  language: Language;
}

/** How long after a message was sent its reader waits for the translation that its writer attaches, in ms. */
export const EXPECTED_WITHIN_MS = 15_000;

/**
 * Whether a reader needs a translation that the message does not carry: it was written by the other person in another language,
 * and is translated into a third one or not at all.
 */
export function needsReaderTranslation(message: ChatMessage, reader: Reader): boolean {
  if (message.sender_id === reader.profileId || wordsOfMessage(message) === null) return false;
  const { source_language: source, target_language: target, translated_content: translated } = message;
  if (source === null || source === reader.language) return false;
  // Apps that do not set a target language translate for the recipient.
  return translated === null || (target !== null && target !== reader.language);
}

/** @returns for how many ms from `now` to wait for the writer's own translation; 0: not at all */
export function waitForWriterMs(message: ChatMessage, reader: Reader, now: number): number {
  if (message.target_language !== reader.language) return 0;
  return Math.max(0, Date.parse(message.created_at) + EXPECTED_WITHIN_MS - now);
}

// The same object for the same parts, so that a bubble renders only when something about it has changed.
const shown = new WeakMap<ChatMessage, { translation: ReaderTranslation; message: ChatMessage }>();

/**
 * @returns the message as its reader sees it; the same object without a separate translation for
 * the reader
 */
export function asRead(
  message: ChatMessage,
  translation: ReaderTranslation | undefined,
  reader: Reader,
): ChatMessage {
  if (!translation || !needsReaderTranslation(message, reader)) return message;
  if (translation.words !== wordsOfMessage(message)) return message;
  const known = shown.get(message);
  if (known?.translation === translation) return known.message;
  const read: ChatMessage = {
    ...message,
    translated_content: translation.text,
    target_language: reader.language,
    translation_engine: translation.engine,
  };
  shown.set(message, { translation, message: read });
  return read;
}
