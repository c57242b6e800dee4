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
/** Letters of Arabic that are written for one another. */
const SPELLED: Readonly<Record<string, string>> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
};

/**
 * Folds case, width, digits, runs of white space and, in Arabic, characters with varying spellings
 * (vowel signs, the alefs, final ya, ta marbuta).
 */
export function foldText(original: string): FoldedText {
  let text = '';
  const at: number[] = [];
  let index = 0;
  let isSpaced = false;
  for (const char of original) {
    const isSpace = /\s/.test(char);
    const plain = isSpace ? (isSpaced ? '' : ' ') : foldChar(char);
    if (plain !== '') isSpaced = isSpace;
    for (let unit = 0; unit < plain.length; unit++) at.push(index);
    text += plain;
    index += char.length;
  }
  at.push(original.length);
  return { text, at };
}

/** More letters for one, as of ﷺ, would make a term of a hundred letters too long to look for. */
const MOST_LETTERS_FOR_ONE = 4;

function foldChar(char: string): string {
  if (UNSAID.test(char)) return '';
  // Most of what traders write, and quick: ASCII, the letters of Arabic, and Han, which has one form.
  if (char < '\u0080') return char.toLowerCase();
  if (char >= '\u0621' && char <= '\u064A') return SPELLED[char] ?? char;
  if (char >= '\u4E00' && char <= '\u9FFF') return char;
  const plain = withAsciiDigits(char);
  if (plain.length > MOST_LETTERS_FOR_ONE) return char;
  return plain.toLowerCase().replace(/[أإآٱىیکة]/g, (letter) => SPELLED[letter] ?? letter);
}
