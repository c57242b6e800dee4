import { isAudioMessage } from '@dragoman/domain/messages';
import type { ChatMessage } from '../model/chat-message.ts';
import { wordsOf } from '../model/message-words.ts';
import type { TimelineRow } from '../model/timeline.ts';

/** Letters on a line of a phone's bubble; Han characters are twice as wide. */
const LETTERS_PER_LINE = 34;
const LINE_PX = 25;
/** A bubble's padding, and the line of its time. */
const BUBBLE_PX = 42;
const DAY_PX = 52;
const SENDER_PX = 34;
/** Its label, the line that names its engine, and their padding. */
const TRANSLATION_PX = 60;
/** The player of a voice message. */
const PLAYER_PX = 44;

/**
 * A guess at the height of a row that has not been laid out yet, in px. It need not be right, as each row is measured
 * when it comes into view; the nearer it is, the steadier is the scrollbar.
 */
export function estimateHeight({ message, startsDay, startsRun }: TimelineRow): number {
  return (startsDay ? DAY_PX : 0) + (startsRun ? SENDER_PX : 4) + BUBBLE_PX + contentHeight(message);
}

// The list asks for all rows again whenever a page comes in before them.
const heights = new WeakMap<ChatMessage, number>();

function contentHeight(message: ChatMessage): number {
  let height = heights.get(message);
  if (height === undefined) {
    const { translated_content: translated } = message;
    const words = wordsOf(message);
    height =
      (isAudioMessage(message) ? PLAYER_PX : 0) +
      (words === null ? 0 : textHeight(words)) +
      (translated ? TRANSLATION_PX + textHeight(translated) : 0);
    heights.set(message, height);
  }
  return height;
}

function textHeight(text: string): number {
  let lines = 0;
  for (const line of text.split('\n')) {
    const wide = line.match(/[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/g)?.length ?? 0;
    lines += Math.max(1, Math.ceil((line.length + wide) / LETTERS_PER_LINE));
  }
  return lines * LINE_PX;
}
