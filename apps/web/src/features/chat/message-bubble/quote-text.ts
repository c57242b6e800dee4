import { isPictureName } from '@dragoman/domain/chat-attachments';
import { type Language, textDirection } from '@dragoman/domain/languages';
import { isAudioMessage } from '@dragoman/domain/messages';
import type { TFunction } from 'i18next';
import type { ChatMessage } from '../model/chat-message.ts';
import { textOf } from '../model/message-text.ts';
import { bubbleTexts } from './bubble-texts.ts';

/** Letters of a quoted message that two short lines may show. */
const MOST_LETTERS = 160;

export interface QuoteText {
  text: string;
  /** Of the words; the page's own for a label. */
  dir: 'ltr' | 'rtl' | 'auto' | undefined;
  lang: Language | undefined;
}

/**
 * @param viewer who reads the quote
 * @returns what a quote shows of a message: its words as its viewer reads them, or the kind of file
 */
export function quoteText(
  message: ChatMessage,
  viewer: { profileId: string; language: Language },
  t: TFunction,
): QuoteText {
  // A product is quoted by its name.
  if (message.type === 'file' && !message.product) {
    const label = t(isPictureName(message.content) ? 'sessions.picture' : 'sessions.file');
    return { text: message.file_name || label, dir: message.file_name ? 'auto' : undefined, lang: undefined };
  }
  if (isAudioMessage(message) && textOf(message) === null) {
    return { text: t('sessions.voiceMessage'), dir: undefined, lang: undefined };
  }
  const own = message.sender_id === viewer.profileId;
  const main = bubbleTexts(message, { own, language: viewer.language })?.main;
  const text = (main?.text ?? '').replaceAll(/\s+/g, ' ').trim();
  return {
    text: [...text].slice(0, MOST_LETTERS).join(''),
    dir: main?.part === 'translation' && main.language ? textDirection(main.language) : 'auto',
    lang: main?.language ?? undefined,
  };
}
