import type { Box, TextWord } from '@dragoman/functions/documents/recognized-document';
import { PSM } from 'tesseract.js';
import type { Picture } from '../picture.ts';
import { openTesseract } from '../tesseract.ts';
import { inReadingOrder, linesOf } from '../tesseract-words.ts';
import { boxAround, cutOut, type Quad, type Strip } from './quad.ts';

/**
 * Heights of a line as Tesseract reads Arabic best, of those measured from 36 to 64; the second for
 * what it doubts at the first.
 */
const LINE_HEIGHTS = [36, 48] as const;
/** Mean confidence from which on the second is not tried. */
const GOOD = 0.9;
/**
 * The margin around a line, along and across it, as a share of its height: the first alef and the
 * dots under the last letter are easily lost.
 */
const MORE_ALONG = 0.3;
const MORE_ACROSS = 0.15;
/** White around it, without which first and last letters are lost. */
const MARGIN = 12;
/** Darker than this on the whole, it is light print on dark. */
const DARK = 110;
/** Below this Tesseract only guesses. */
const LEGIBLE = 0.4;
/** Words of the other engine that are kept beside Arabic ones. */
const SURE = 0.8;
/**
 * Words of the other engine, of four letters and more, that are kept in the place of Arabic ones
 * that are less sure.
 */
const SURER = 0.9;
/**
 * An Arabic word as sure as this shows that there is Arabic on a picture. Blurred Latin print gives
 * none.
 */
const EVIDENT = 0.8;
/** Two letters of the script side by side, or its digits; a smudge gives one letter. */
const ARABIC = /\p{Script=Arabic}{2}|[\u0660-\u0669]{2}/u;

/**
 * @returns a reader of one line in Arabic, wherever in the picture it is and however it is turned
 */
export async function createArabicReader(): Promise<(picture: Picture, quad: Quad) => Promise<TextWord[]>> {
  const tesseract = await openTesseract(['ara'], PSM.SINGLE_LINE);
  return async function readArabic(picture, line) {
    const quad = {
      ...line,
      width: line.width + MORE_ALONG * line.height,
      height: line.height * (1 + MORE_ACROSS),
    };
    let best: TextWord[] = [];
    for (const height of LINE_HEIGHTS) {
      const words = await readStrip(cutOut(picture, quad, height), boxAround(quad, picture));
      if (worth(words) > worth(best)) best = words;
      if (meanConfidence(best) >= GOOD) break;
    }
    return best;
  };

  async function readStrip(strip: Strip, box: Box): Promise<TextWord[]> {
    const { data: page } = await tesseract.recognize(portableGreymap(strip), {}, { blocks: true });
    const scale = box.width / strip.width;
    return linesOf(page)
      .flatMap(({ words }) => words)
      .map((word) => ({
        ...word,
        box: {
          x: box.x + Math.round((word.box.x - MARGIN) * scale),
          y: box.y,
          width: Math.round(word.box.width * scale),
          height: box.height,
        },
      }));
  }
}

/** Scores a reading of a line by its certain letters; guesses count against it. */
function worth(words: readonly TextWord[]): number {
  return words.reduce((sum, { text, confidence }) => sum + text.length * (confidence - LEGIBLE), 0);
}

function meanConfidence(words: readonly TextWord[]): number {
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(words.length, 1);
}

/**
 * Words in Arabic script as Tesseract has read them, the others (names in Latin letters, numbers,
 * addresses) as the models have, which read those better.
 * @returns null when there is no Arabic
 */
export function withArabic(words: readonly TextWord[], arabic: readonly TextWord[]): TextWord[] | null {
  const own = arabic.filter(
    (word) =>
      ARABIC.test(word.text) &&
      word.confidence >= LEGIBLE &&
      !words.some((other) => isSurer(other, word) && overlap(other, word)),
  );
  if (own.length === 0) return null;
  const others = words.filter(
    (word) =>
      word.confidence >= SURE &&
      /[\p{Script=Latin}\d]/u.test(word.text) &&
      !own.some((one) => overlap(one, word)),
  );
  // Arabic runs from the right; runs of other words are put in order again.
  return inReadingOrder([...own, ...others].sort((a, b) => middle(b) - middle(a)));
}

function isSurer(other: TextWord, { confidence }: TextWord): boolean {
  return (
    other.confidence >= SURER && other.confidence > confidence && /\p{Script=Latin}{4}/u.test(other.text)
  );
}

/** @returns whether words are proof enough that there is Arabic on a picture. */
export function showsArabic(words: readonly TextWord[]): boolean {
  return words.some(({ text, confidence }) => confidence >= EVIDENT && /\p{Script=Arabic}{4}/u.test(text));
}

/** Whether most of the shorter of two words is covered by the other. */
function overlap({ box: a }: TextWord, { box: b }: TextWord): boolean {
  const shared = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  return shared > 0.5 * Math.min(a.width, b.width);
}

function middle({ box }: TextWord): number {
  return box.x + box.width / 2;
}

/** The simplest picture format that Tesseract reads (PGM): dark on light, with a margin. */
function portableGreymap({ data, width, height }: Strip): Buffer {
  const grey = new Uint8Array(width * height);
  let sum = 0;
  for (let at = 0; at < grey.length; at++) {
    grey[at] =
      0.299 * (data[at * 3] ?? 0) + 0.587 * (data[at * 3 + 1] ?? 0) + 0.114 * (data[at * 3 + 2] ?? 0);
    sum += grey[at] ?? 0;
  }
  const inverted = sum / grey.length < DARK;
  const [fullWidth, fullHeight] = [width + 2 * MARGIN, height + 2 * MARGIN];
  const framed = Buffer.alloc(fullWidth * fullHeight, paper(grey, inverted));
  for (let row = 0; row < height; row++) {
    const to = (row + MARGIN) * fullWidth + MARGIN;
    for (let column = 0; column < width; column++) {
      const value = grey[row * width + column] ?? 0;
      framed[to + column] = inverted ? 255 - value : value;
    }
  }
  return Buffer.concat([Buffer.from(`P5\n${fullWidth} ${fullHeight}\n255\n`), framed]);
}

/**
 * The brightness of the paper in the finished strip: most pixels are paper, so a fifth of them is
 * lighter (darker, before it is inverted).
 */
function paper(grey: Uint8Array, inverted: boolean): number {
  const sorted = grey.slice().sort();
  return inverted
    ? 255 - (sorted[Math.floor(sorted.length * 0.2)] ?? 0)
    : (sorted[Math.floor(sorted.length * 0.8)] ?? 255);
}
