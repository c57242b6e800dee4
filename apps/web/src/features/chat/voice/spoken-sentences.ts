import type { Language } from '@dragoman/domain/languages';

/** Chrome cuts an utterance of a remote voice after about 15 s; these characters take less. */
const LONGEST: Record<Language, number> = { en: 180, zh: 50, ar: 140 };

const WEB_ADDRESS = /\bhttps?:\/\/(?:www\.)?([^\s/?#]+)\S*/gi;
const SPEAKABLE = /[\p{L}\p{N}]/u;

/**
 * Splits a text into pieces that are spoken one after the other.
 * @param text of a message or of its translation
 * @returns its sentences, long ones cut between words. A web address becomes the name of its site.
 * Pieces without a letter or digit, such as emoji, are left out.
 */
export function spokenSentences(text: string, language: Language): string[] {
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' });
  const readable = text.replace(WEB_ADDRESS, '$1');
  return [...sentences.segment(readable)]
    .flatMap(({ segment }) => shortPieces(segment.trim(), language))
    .filter((piece) => SPEAKABLE.test(piece));
}

function shortPieces(sentence: string, language: Language): string[] {
  const longest = LONGEST[language];
  if (sentence.length <= longest) return [sentence];
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'word' }).segment(sentence)) {
    if (piece !== '' && piece.length + segment.length > longest) {
      pieces.push(piece.trim());
      piece = '';
    }
    piece += segment;
  }
  pieces.push(piece.trim());
  return pieces;
}
