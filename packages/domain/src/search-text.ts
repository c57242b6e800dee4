/**
 * Letters that Unicode does not decompose but that people type without their stroke or ligature, or
 * as another letter.
 */
const FOLDED: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  // Alef wasla; the final forms that are written one for the other; Persian keyboards' yeh, kaf and
  // heh.
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ۀ: 'ه',
  ہ: 'ه',
  ک: 'ك',
  // A hamza of its own is left out as often as it is written, and the tatweel only stretches a
  // word.
  ء: '',
  ـ: '',
};

const FOLDED_LETTERS = new RegExp(`[${Object.keys(FOLDED).join('')}]`, 'g');

/**
 * Reduces a text to what two spellings of the same word have in common: no case, no diacritics or
 * vowel signs, full-width letters as plain ones, all alefs as one and carriers of a hamza without
 * it, Arabic-Indic digits as ASCII ones. Only for comparing: the result is not meant to be read.
 */
export function searchKey(text: string): string {
  return (
    text
      .normalize('NFKD')
      // Removes the hamza and the madda from their alef, waw and yeh as well.
      .replace(/[\p{M}\p{Cf}]/gu, '')
      // Through capitals, so that ß meets SS.
      .toUpperCase()
      .toLowerCase()
      .replace(FOLDED_LETTERS, (letter) => FOLDED[letter] ?? letter)
      .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/**
 * @param key a {@link searchKey} of all searchable text, joined with line breaks or spaces
 * @param query as typed
 * @returns whether the text contains every word of the query; an empty query matches everything
 */
export function matchesSearch(key: string, query: string): boolean {
  return searchKey(query)
    .split(' ')
    .every((word) => key.includes(word));
}
