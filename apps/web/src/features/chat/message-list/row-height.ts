import { isAudioMessage } from '@dragoman/domain/messages';
import { MAX_PICTURE_HEIGHT } from '../attachments/picture-box.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { textOf } from '../model/message-text.ts';
import type { TimelineRow } from '../model/timeline.ts';

/** Letters on a line of a phone's bubble; Han characters are twice as wide. */
const LETTERS_PER_LINE = 34;
const LINE_PX = 22;
/** The other language of a message is set smaller. */
const SMALL_LETTERS_PER_LINE = 42;
const SMALL_LINE_PX = 18;
/** A bubble's padding and edge, and the space above it. */
const BUBBLE_PX = 12;
const DAY_PX = 44;
const SENDER_PX = 28;
/** The hairline with its space, and the line that says who translated. */
const TRANSLATION_PX = 23;
/** The player of a voice message. */
const PLAYER_PX = 44;

/**
 * A guess at the height of a row that has not been laid out yet, in px. It need not be right, as
 * each row is measured when it comes into view; the nearer it is, the steadier is the scrollbar.
 */
export function estimateHeight({ message, startsDay, startsRun }: TimelineRow): number {
  return (startsDay ? DAY_PX : 0) + (startsRun ? SENDER_PX : 0) + BUBBLE_PX + contentHeight(message);
}

// The list asks for all rows again whenever a page comes in before them.
const heights = new WeakMap<ChatMessage, number>();

function contentHeight(message: ChatMessage): number {
  let height = heights.get(message);
  if (height === undefined) {
    const { translated_content: translated } = message;
    const words = textOf(message);
    height =
      (isAudioMessage(message) ? PLAYER_PX : 0) +
      (message.picture_height ? MAX_PICTURE_HEIGHT : 0) +
      Object.keys(message.product ?? {}).length * LINE_PX +
      (words === null || (message.picture_height && !message.transcript)
        ? 0
        : lines(words, LETTERS_PER_LINE) * LINE_PX) +
      (translated ? TRANSLATION_PX + lines(translated, SMALL_LETTERS_PER_LINE) * SMALL_LINE_PX : 0);
    heights.set(message, height);
  }
  return height;
}

function lines(text: string, lettersPerLine: number): number {
  let count = 0;
  for (const line of text.split('\n')) {
    const wide = line.match(/[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/g)?.length ?? 0;
    count += Math.max(1, Math.ceil((line.length + wide) / lettersPerLine));
  }
  return count;
}
