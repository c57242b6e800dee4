import type { Language } from '@dragoman/domain/languages';
import { wordsOfMessage } from '@dragoman/domain/messages';
import type { ChatMessage } from '../model/chat-message.ts';

/** The engine name of translations made by the browser, which exist on this device only. */
export const BROWSER_PROVIDER = 'browser';
/** The engine name of answers of the server's phrasebook. */
export const PHRASEBOOK_PROVIDER = 'phrasebook';

/** Another person's message in the viewer's present language. */
export interface ViewerTranslation {
  /** The text that was translated: a recording may be transcribed again. */
  words: string;
  text: string;
  engine: string;
  /** The viewer asked another provider: it replaces the translation that the message carries. */
  isOther?: true;
}

/** Translations for one reader of one chat, by message id. */
export interface CachedViewerTranslations {
  language: Language;
  byId: ReadonlyMap<string, ViewerTranslation>;
}

export interface Viewer {
  profileId: string;
  language: Language;
}

/**
 * The time after a message was sent during which its viewer waits for the translation that its
 * writer attaches, in ms.
 */
export const EXPECTED_WITHIN_MS = 15_000;

/**
 * Whether a viewer needs a translation that the message does not carry: it was written by the other
 * person in another language, and is translated into a third one or not at all.
 */
export function needsViewerTranslation(message: ChatMessage, viewer: Viewer): boolean {
  if (message.sender_id === viewer.profileId || wordsOfMessage(message) === null) return false;
  const { source_language: source, target_language: target, translated_content: translated } = message;
  if (source === null || source === viewer.language) return false;
  // Apps that do not set a target language translate for the recipient.
  return translated === null || (target !== null && target !== viewer.language);
}

/** @returns for how many ms from `now` to wait for the writer's own translation; 0: not at all */
export function waitForWriterMs(message: ChatMessage, viewer: Viewer, now: number): number {
  if (message.target_language !== viewer.language) return 0;
  return Math.max(0, Date.parse(message.created_at) + EXPECTED_WITHIN_MS - now);
}

// The same object for the same parts, so that a bubble renders only when something about it has
// changed.
const shown = new WeakMap<ChatMessage, { translation: ViewerTranslation; message: ChatMessage }>();

/**
 * @returns the message as its viewer sees it; the same object without a separate translation for
 * the viewer
 */
export function withViewerTranslation(
  message: ChatMessage,
  translation: ViewerTranslation | undefined,
  viewer: Viewer,
): ChatMessage {
  if (!translation || !(translation.isOther || needsViewerTranslation(message, viewer))) return message;
  if (translation.words !== wordsOfMessage(message)) return message;
  const known = shown.get(message);
  if (known?.translation === translation) return known.message;
  const read: ChatMessage = {
    ...message,
    translated_content: translation.text,
    target_language: viewer.language,
    translation_engine: translation.engine,
  };
  shown.set(message, { translation, message: read });
  return read;
}
