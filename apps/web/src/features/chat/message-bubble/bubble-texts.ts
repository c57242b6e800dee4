import type { Language } from '@dragoman/domain/languages';
import type { ChatMessage } from '../model/chat-message.ts';
import { textOf } from '../model/message-text.ts';
import type { ListenPart } from '../voice/use-listen.ts';

/** One language of a message. */
export interface BubbleText {
  part: ListenPart;
  text: string;
  /** Null: unknown. */
  language: Language | null;
}

/** The words of a bubble, in one or two languages. */
export interface BubbleTexts {
  /** What the viewer can read: it is set large. */
  main: BubbleText;
  /** The same in the other language: it is set small. Null without a translation. */
  other: BubbleText | null;
}

export interface BubbleViewer {
  /** The viewer wrote the message. */
  own: boolean;
  language: Language;
}

/**
 * @returns the words of a message in the order in which its viewer reads them; null for a message
 * without words. Writers read what they wrote, others its translation where it is in their language.
 */
export function bubbleTexts(message: ChatMessage, viewer: BubbleViewer): BubbleTexts | null {
  const words = textOf(message);
  if (words === null) return null;
  const original: BubbleText = { part: 'original', text: words, language: message.source_language };
  const { translated_content: translated, target_language: target } = message;
  // A message that is in the viewer's language already is not shown twice.
  if (!translated || translated.trim() === words.trim()) return { main: original, other: null };
  const translation: BubbleText = { part: 'translation', text: translated, language: target };
  return isUnreadable(message, viewer) && (target === null || target === viewer.language)
    ? { main: translation, other: original }
    : { main: original, other: translation };
}

/** @returns whether its viewer needs a translation to read the message. */
export function isUnreadable(
  { source_language: source }: Pick<ChatMessage, 'source_language'>,
  { own, language }: BubbleViewer,
): boolean {
  return !own && source !== language;
}

/**
 * Width of a translation for one of its original, by language; measured on the phrasebook's
 * sentences, where a Han character counts as two letters.
 */
const WIDTHS: Record<Language, number> = { en: 1, zh: 0.53, ar: 0.9 };
const HAN = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/g;
/** Its letters are of the average width of Latin ones. */
const WORD = 'eeeee ';

/**
 * @returns letters that take about the room of a translation that is still to come, so that it
 * moves nothing when it comes
 */
export function roomFor(words: string, from: Language | null, to: Language): string {
  const ratio = WIDTHS[to] / WIDTHS[from ?? to];
  return words
    .split('\n')
    .map((line) => {
      const width = line.length + (line.match(HAN)?.length ?? 0);
      return WORD.repeat(Math.ceil((width * ratio) / WORD.length)).trimEnd();
    })
    .join('\n');
}
