import type { Language } from '@dragoman/domain/languages';
import { withoutFixedTokens } from '@dragoman/functions/translate/checks/fixed-tokens';
import { writtenLanguage } from '@dragoman/functions/translate/checks/script';
import { localPunctuation } from './punctuation.ts';

/** One sentence for the engine, and the language that it is written in. */
export interface Sentence {
  text: string;
  source: Language;
}

/** A text taken apart for the engine. */
export interface TextPlan {
  sentences: readonly Sentence[];
  /**
   * Puts the text together again: line breaks, list markers, emoji and everything without words are
   * where they were.
   * @param translations of the sentences, in their order
   */
  assemble(translations: readonly string[]): string;
}

/** Text that is kept as it is, or the number of a sentence. */
type Piece = { kept: string } | { sentence: number };

/** Spaces and the marker of a list item: "- ", "• ", "3. ", "b) ", "4、". */
const LINE_START = /^\s*(?:(?:[-*•·–—▪◦]|\d{1,3}[.)]|[a-z][.)])\s+|\d{1,3}、\s*|[（(]\d{1,3}[)）]\s*)?/iu;
const EMOJI_PART = String.raw`\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\p{RI}|\p{Emoji_Modifier}|\u200D|\uFE0F|\u20E3`;
/** Emoji with the spaces around them. The engine loses them. */
const EMOJI = new RegExp(String.raw`(?<!\s)((?:\s*(?:${EMOJI_PART}))+\s*)`, 'u');
const STARTS_WITH_EMOJI = new RegExp(`^(?:${EMOJI_PART})`, 'u');
const ENDS_WITH_EMOJI = new RegExp(`(?:${EMOJI_PART})$`, 'u');
/** An address at the end of a word. Chinese words may precede it without a space. */
const ADDRESS =
  /(?:(?:https?:\/\/|www\.)\S+|(?<![a-z0-9._%+-])[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}[.。!！]?)$/iu;

/**
 * Takes a text apart: lines, list markers, emoji, sentences. A sentence that has no words, or is in
 * the target language already, stays as it is.
 */
export function planText(text: string, source: Language, target: Language): TextPlan {
  const sentences: Sentence[] = [];
  const lines = text.split(/(\r?\n)/).map((line, index) => (index % 2 ? [{ kept: line }] : piecesOf(line)));

  function piecesOf(line: string): Piece[] {
    const start = LINE_START.exec(line)?.[0] ?? '';
    const parts = line.slice(start.length).trimEnd().split(EMOJI);
    return [
      { kept: start },
      ...parts.flatMap((part, index) => (index % 2 ? [{ kept: part }] : sentencePieces(part))),
    ];
  }

  function sentencePieces(part: string): Piece[] {
    return splitSentences(part, source).flatMap((sentence): Piece[] => {
      const address = addressesAtEnd(sentence);
      const words = sentence.slice(0, sentence.length - address.length);
      const language = /\p{L}/u.test(withoutFixedTokens(words)) ? writtenLanguage(words, source) : null;
      if (language === null || language === target) return [{ kept: sentence }];
      const piece = { sentence: sentences.push({ text: words, source: language }) - 1 };
      return address ? [piece, { kept: address }] : [piece];
    });
  }

  return {
    sentences,
    assemble: (translations) =>
      lines
        .map((pieces) =>
          pieces.reduce((line, piece) => line + written(piece, line, translations, target), ''),
        )
        .join(''),
  };
}

/**
 * @returns the addresses at the end of a sentence, with the spaces before them: the engine might
 * change them. Word by word: one pattern for all of them took exponential time.
 */
function addressesAtEnd(sentence: string): string {
  let start = sentence.length;
  for (const { 0: word, index } of [...sentence.matchAll(/\S+/g)].reverse()) {
    const address = ADDRESS.exec(word);
    if (!address) break;
    start = index + address.index;
    if (address.index > 0) break;
  }
  return start === sentence.length ? '' : sentence.slice(sentence.slice(0, start).trimEnd().length);
}

/**
 * Chinese sentences follow each other without a space; others need one. Kept pieces bring their own
 * spaces.
 */
function written(piece: Piece, line: string, translations: readonly string[], target: Language): string {
  const text =
    'sentence' in piece ? localPunctuation((translations[piece.sentence] ?? '').trim(), target) : piece.kept;
  const isSpaced = line === '' || /\s$/.test(line) || /^(?:\s|$)/.test(text);
  const isEmoji = ENDS_WITH_EMOJI.test(line) || STARTS_WITH_EMOJI.test(text);
  return target === 'zh' || isSpaced || isEmoji ? text : ` ${text}`;
}

/** A mark inside an address or a number: the end of a sentence has a space after it. */
const WITHIN_WORD = /[.?!]$/;
/** A full stop after these never ends a sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|vs|approx|no|nos|mr|mrs|ms|dr|prof|tel|fig|ref|qty|max|min|st)\.\s*$/i;

/**
 * Longest sentence in characters that the engine gets at once; its quality falls with longer ones.
 */
const LONGEST: Record<Language, number> = { en: 300, ar: 300, zh: 100 };
const PAUSE = /[,;:،؛，；：、]\s*/gu;

/**
 * Splits one line into sentences.
 * @returns the sentences without the spaces around them; none is longer than the engine translates
 * well
 */
function splitSentences(line: string, language: Language): string[] {
  const sentences: string[] = [];
  let open = '';
  for (const { segment } of segmenters[language].segment(line)) {
    open += segment;
    if (ABBREVIATION.test(open) || WITHIN_WORD.test(open)) continue;
    sentences.push(open);
    open = '';
  }
  if (open) sentences.push(open);
  return sentences.flatMap((sentence) => cutLong(sentence.trim(), LONGEST[language])).filter(Boolean);
}

const segmenters: Record<Language, Intl.Segmenter> = {
  en: new Intl.Segmenter('en', { granularity: 'sentence' }),
  zh: new Intl.Segmenter('zh', { granularity: 'sentence' }),
  ar: new Intl.Segmenter('ar', { granularity: 'sentence' }),
};

/** Cuts at the last comma before the limit, else at the last space, else anywhere. */
function cutLong(sentence: string, longest: number): string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > longest) {
    const head = rest.slice(0, longest);
    const pause = [...head.matchAll(PAUSE)].at(-1);
    const end = pause ? pause.index + pause[0].length : head.lastIndexOf(' ') + 1 || endOfCharacter(head);
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...parts, rest];
}

/** Keeps both halves of a character outside of the basic plane together. */
function endOfCharacter(head: string): number {
  return /[\uD800-\uDBFF]$/.test(head) ? head.length - 1 : head.length;
}
