import { withAsciiDigits } from '../phrasebook/normalize.ts';

/**
 * A text without what does not make another word, and the way back to the text as it was written.
 */
export interface FoldedText {
  text: string;
  /** The position in the original where each UTF-16 unit of `text`, and its end, began. */
  at: readonly number[];
}

/** Vowel signs and the stretching line of Arabic. */
const UNSAID = /[\u064B-\u065F\u0670\u0640]/;

/**
 * Folds case, width, digits, runs of white space and, in Arabic, characters with varying spellings
 * (vowel signs, the alefs, final ya, ta marbuta).
 */
export function foldText(original: string): FoldedText {
  let text = '';
  const at: number[] = [];
  let index = 0;
  for (const char of original) {
    const plain = foldChar(char, text);
    for (let unit = 0; unit < plain.length; unit++) at.push(index);
    text += plain;
    index += char.length;
  }
  at.push(original.length);
  return { text, at };
}

function foldChar(char: string, before: string): string {
  if (/\s/.test(char)) return before.endsWith(' ') ? '' : ' ';
  // Most of what traders write, and quick.
  if (char < '\u0080') return char.toLowerCase();
  if (UNSAID.test(char)) return '';
  return withAsciiDigits(char)
    .toLowerCase()
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/[ىی]/g, 'ي')
    .replace(/ک/g, 'ك')
    .replace(/ة/g, 'ه');
}
