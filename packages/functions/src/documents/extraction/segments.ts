import { withoutTrailing } from '@dragoman/domain/text';
import type { Box, RecognizedDocument, TextLine, TextWord } from '../recognized-document.ts';
import { isArabic } from './script.ts';

/**
 * Text that belongs together on a line. A line across two columns of a card is split at the gap.
 */
export interface Segment {
  /** In reading order, with Han characters joined. */
  text: string;
  /**
   * From left to right, whatever the script: number groups and addresses run that way in Arabic
   * lines too.
   */
  words: readonly TextWord[];
  box: Box;
  /** Height of its letters, in pixels. */
  height: number;
  /** 0 to 1. */
  confidence: number;
  /** Number of the line that it was read in. */
  row: number;
  rightToLeft: boolean;
}

/** A gap wider than so many times the letters' height parts two columns. */
const COLUMN_GAP = 2.8;
/** Han characters further apart than this part of their height are two words. */
const HAN_WORD_GAP = 0.6;
/** Below this a word is dirt, a line of a drawing or a piece of a QR code. */
const LEAST_CONFIDENCE = 0.2;

/**
 * A card has two dozen lines, a badge fewer; the rules compare lines with one another and are not
 * for pages of text.
 */
const MOST_LINES = 120;
const MOST_WORDS = 40;
/** In characters; the longest addresses are shorter. */
const LONGEST_WORD = 100;

/**
 * Takes the lines of a document apart into segments, from top to bottom, and leaves out parts that
 * are no text. Of a page full of text only the largest lines are taken, and of each its first
 * words.
 */
export function segments(document: RecognizedDocument): Segment[] {
  return largest(document.lines)
    .flatMap((line, row) => lineSegments(line, row))
    .filter(isText);
}

function largest(lines: readonly TextLine[]): readonly TextLine[] {
  if (lines.length <= MOST_LINES) return lines;
  const kept = new Set([...lines].sort((a, b) => b.box.height - a.box.height).slice(0, MOST_LINES));
  return lines.filter((line) => kept.has(line));
}

function lineSegments(line: TextLine, row: number): Segment[] {
  const words = line.words
    .slice(0, MOST_WORDS)
    .filter(({ text }) => text.length <= LONGEST_WORD)
    .map((word) => ({ ...word, text: cleanWord(word.text) }))
    .filter((word) => word.text !== '' && isRead(word, line));
  if (words.length === 0) return [];
  const byPlace = [...words].sort((a, b) => a.box.x - b.box.x);
  const groups: TextWord[][] = [[]];
  const least = 2.5 * usualGap(byPlace);
  for (const [i, word] of byPlace.entries()) {
    const before = byPlace[i - 1];
    if (before && word.box.x - right(before.box) > Math.max(columnGap(before, word), least)) groups.push([]);
    groups.at(-1)?.push(word);
  }
  return groups.map((group) => segment(trimMarks(group), words, row)).filter((found) => found !== null);
}

/**
 * Letters of two sizes may meet on a line: a company's name in one column, numbers in the other.
 */
function columnGap(before: TextWord, after: TextWord): number {
  return COLUMN_GAP * 0.5 * (before.box.height + after.box.height);
}

/**
 * A word that reads like one, on a line that was read well, is kept even when recognition doubts
 * it.
 */
function isRead({ text, confidence }: TextWord, line: TextLine): boolean {
  if (confidence >= LEAST_CONFIDENCE || /\d{3}|@|www/i.test(text)) return true;
  return line.confidence >= 0.6 && /^\p{L}{4,}$/u.test(text);
}

/** Letter-spaced text has wide gaps everywhere, and no columns. */
function usualGap(words: readonly TextWord[]): number {
  const gaps = words.slice(1).map((word, i) => word.box.x - right(words[i]?.box ?? word.box));
  // Considers the narrower gaps, because a line of two columns has wide gaps as well.
  return gaps.length < 3 ? 0 : (gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 3)] ?? 0);
}

function segment(group: readonly TextWord[], reading: readonly TextWord[], row: number): Segment | null {
  if (group.length === 0) return null;
  const inGroup = new Set(group);
  const ordered = reading.filter((word) => inGroup.has(word));
  const height = letterHeight(group);
  const letters = group.reduce((sum, word) => sum + word.text.length, 0);
  return {
    text: joinWords(ordered, height),
    words: group,
    box: surroundingBox(group.map((word) => word.box)),
    height,
    confidence:
      group.reduce((sum, word) => sum + word.confidence * word.text.length, 0) / Math.max(letters, 1),
    row,
    rightToLeft:
      group.filter((word) => isArabic(word.text)).length * 2 >=
        group.filter((w) => /\p{L}/u.test(w.text)).length && group.some((word) => isArabic(word.text)),
  };
}

function joinWords(words: readonly TextWord[], height: number): string {
  let text = '';
  for (const [i, word] of words.entries()) {
    const before = words[i - 1];
    if (before) {
      const han = /\p{Script=Han}$/u.test(before.text) && /^\p{Script=Han}/u.test(word.text);
      if (!han || word.box.x - right(before.box) > height * HAN_WORD_GAP) text += ' ';
    }
    text += word.text;
  }
  return text;
}

/** Full-width forms as plain ones, and none of the invisible signs that say which way text runs. */
function cleanWord(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF\u0640]/g, '')
    .replace(/^[|\\“”"‘’`~_=<>«»*^]+/, '');
  return withoutTrailing(plain, '|\\“”"‘`~_=<>«»*^').trim();
}

/**
 * Leaves out parts at either end that are no words: the edge of the card, a rule, an icon, a logo
 * that was read as one large letter.
 */
function trimMarks(words: readonly TextWord[]): TextWord[] {
  const height = letterHeight(words);
  const isWord = (word: TextWord) => /[\p{L}\p{N}+(@]/u.test(word.text) && !isStroke(word, height);
  const first = words.findIndex(isWord);
  const last = words.findLastIndex((word) => isWord(word) || /[:)]$/.test(word.text));
  return first === -1 ? [] : words.slice(first, last + 1);
}

/** One letter or digit that is too high, too narrow, or too doubtful to be one. */
function isStroke({ text, box, confidence }: TextWord, height: number): boolean {
  if (!/^[\p{L}\p{N}]\p{P}*$/u.test(text) || /\p{Script=Han}/u.test(text)) return false;
  return box.height > height * 1.7 || box.width < height * 0.22 || confidence < 0.5;
}

function isText(found: Segment): boolean {
  const letters = found.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const shape = found.box.width / Math.max(found.box.height, 1);
  if (/\p{Script=Han}/u.test(found.text)) return found.confidence >= 0.3;
  return letters >= 1 && (letters >= 2 || shape > 0.3) && found.confidence >= 0.3;
}

/** The usual height of the words; marks and single letters are lower than the line. */
function letterHeight(words: readonly TextWord[]): number {
  const heights = words
    .filter((word) => /[\p{L}\p{N}]{2}|\p{Script=Han}/u.test(word.text))
    .map((word) => word.box.height);
  return median(heights.length > 0 ? heights : words.map((word) => word.box.height));
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function right(box: Box): number {
  return box.x + box.width;
}

/** @returns the smallest box around all the boxes. */
export function surroundingBox(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map(right)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}
