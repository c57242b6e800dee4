import { readFile } from 'node:fs/promises';
import type { Box, TextLine, TextWord } from '@dragoman/functions/documents/recognized-document';
import { PSM, type Worker } from 'tesseract.js';
import type { Picture } from '../picture.ts';
import { openTesseract } from '../tesseract.ts';
import { linesOf } from '../tesseract-words.ts';
import { SMALLEST_SIDE, type TextReader } from '../text-reader.ts';
import { detectText } from './detector.ts';
import { boxAround, cutOut, type Quad, type Strip } from './quad.ts';
import { type Glyph, readDictionary, recognizeStrip, STRIP_HEIGHT } from './recognizer.ts';
import { loadModel, type PaddleFiles, type Runtime } from './runtime.ts';

/** Below this mean confidence a line may be Arabic, which the models do not know. */
const SURE = 0.93;
/** Below this a line that no other engine can read either is left out: lines of a wall, edges of a desk. */
const LEGIBLE = 0.5;
/** Height of a line as Tesseract likes it. */
const TESSERACT_HEIGHT = 64;

/**
 * Finds lines with PaddleOCR's models, wherever they are turned to, and reads English and Chinese with them; lines of which they
 * are not sure are read by Tesseract in Arabic.
 */
export async function createPaddleReader(runtime: Runtime, files: PaddleFiles): Promise<TextReader> {
  const [detection, recognition, dictionary, arabic] = await Promise.all([
    loadModel(runtime, files.detection),
    loadModel(runtime, files.recognition),
    readFile(files.dictionary, 'utf8').then(readDictionary),
    openTesseract(['ara'], PSM.SINGLE_LINE),
  ]);

  async function readLine(picture: Picture, quad: Quad): Promise<TextLine | null> {
    const glyphs = await recognizeStrip(recognition, dictionary, cutOut(picture, quad, STRIP_HEIGHT));
    const line = lineOf(glyphs, quad, picture);
    if (line && line.confidence >= SURE) return line;
    const other = await readArabic(arabic, picture, quad);
    if (other && ARABIC_LETTERS.test(other.text) && other.confidence > ARABIC_CONFIDENCE) return other;
    return line && line.confidence >= LEGIBLE ? line : null;
  }

  return {
    name: 'paddleocr+tesseract',
    async read(picture) {
      const { width, height } = picture;
      if (Math.min(width, height) < SMALLEST_SIDE) return { width, height, lines: [] };
      const lines: TextLine[] = [];
      for (const quad of await detectText(detection, picture)) {
        const line = await readLine(picture, quad);
        if (line) lines.push(line);
      }
      return { width, height, lines: lines.sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x) };
    },
  };
}

/** Two letters of the script side by side; a smudge gives one. */
const ARABIC_LETTERS = /\p{Script=Arabic}{2}/u;
const ARABIC_CONFIDENCE = 0.4;

async function readArabic(tesseract: Worker, picture: Picture, quad: Quad): Promise<TextLine | null> {
  const strip = cutOut(picture, quad, TESSERACT_HEIGHT);
  const { data: page } = await tesseract.recognize(portableGreymap(strip), {}, { blocks: true });
  const box = boxAround(quad, picture);
  const scale = box.width / strip.width;
  const words = linesOf(page).flatMap((line) => line.words);
  if (words.length === 0) return null;
  return joined(
    words.map((word) => ({
      ...word,
      box: {
        x: box.x + Math.round(word.box.x * scale),
        y: box.y,
        width: Math.round(word.box.width * scale),
        height: box.height,
      },
    })),
    box,
  );
}

function joined(words: TextWord[], box: Box): TextLine {
  return {
    text: words.map(({ text }) => text).join(' '),
    confidence: words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length,
    box,
    words,
  };
}

/** Words are parted by the spaces that were read; each takes its part of the line's box. */
function lineOf(glyphs: readonly Glyph[], quad: Quad, picture: Picture): TextLine | null {
  const box = boxAround(quad, picture);
  const words: TextWord[] = [];
  let word: Glyph[] = [];
  const close = () => {
    const [first] = word;
    const last = word.at(-1);
    if (first && last) {
      // A character's place is its middle.
      const half =
        word.length > 1 ? (last.at - first.at) / (word.length - 1) / 2 : 0.5 / Math.max(1, glyphs.length);
      const left = Math.max(0, first.at - half);
      const right = Math.min(1, last.at + half);
      words.push({
        text: word.map(({ text }) => text).join(''),
        confidence: mean(word),
        box: {
          x: box.x + Math.round(left * box.width),
          y: box.y,
          width: Math.round((right - left) * box.width),
          height: box.height,
        },
      });
    }
    word = [];
  };
  for (const glyph of glyphs) {
    if (glyph.text === ' ') close();
    else word.push(glyph);
  }
  close();
  if (words.length === 0) return null;
  return { ...joined(words, box), confidence: mean(glyphs) };
}

function mean(glyphs: readonly Glyph[]): number {
  return glyphs.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, glyphs.length);
}

/** The simplest picture format that Tesseract reads (PGM). */
function portableGreymap({ data, width, height }: Strip): Buffer {
  const grey = Buffer.alloc(width * height);
  for (let at = 0; at < grey.length; at++) {
    grey[at] =
      0.299 * (data[at * 3] ?? 0) + 0.587 * (data[at * 3 + 1] ?? 0) + 0.114 * (data[at * 3 + 2] ?? 0);
  }
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), grey]);
}
