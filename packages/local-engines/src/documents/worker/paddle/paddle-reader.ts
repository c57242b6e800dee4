import { readFile } from 'node:fs/promises';
import type { Box, TextLine, TextWord } from '@dragoman/functions/documents/recognized-document';
import sharp from 'sharp';
import type { Picture } from '../picture.ts';
import { SMALLEST_SIDE, type TextReader } from '../text-reader.ts';
import { createArabicReader, showsArabic, withArabic } from './arabic-words.ts';
import { boxAround, cutOut, mergeNeighbours, type Quad } from './quad.ts';
import { type Glyph, readDictionary, recognizeStrip, STRIP_HEIGHT, withSpaces } from './recognizer.ts';
import { findRegions } from './regions.ts';
import { loadModel, type Model, type PaddleFiles, type Runtime } from './runtime.ts';

/** Below this mean confidence a line may be Arabic, which the models do not know. */
const SURE = 0.93;
/** Below this a word may be: an Arabic label before a number, say. */
const SURE_WORD = 0.85;
/**
 * A line has at least this many characters for each square of its height; fewer, and most of it was
 * not read.
 */
const CHARACTERS_PER_SQUARE = 0.6;
/**
 * Below this a line that no other engine can read either is left out: lines of a wall, edges of a
 * desk.
 */
const LEGIBLE = 0.5;

/**
 * Finds lines with PaddleOCR's models, in any direction, and reads English and Chinese with them.
 * Tesseract reads the lines that the models are not sure of, in Arabic.
 */
export async function createPaddleReader(runtime: Runtime, files: PaddleFiles): Promise<TextReader> {
  // Loads in a thread of its own for longer than all the models together. A picture without Arabic
  // does not wait for it.
  const arabicReader = createArabicReader();
  // `complete` reports the error.
  arabicReader.catch(() => undefined);
  const [detection, recognition, dictionary] = await Promise.all([
    loadModel(runtime, files.detection),
    loadModel(runtime, files.recognition),
    readFile(files.dictionary, 'utf8').then(readDictionary),
  ]);

  async function readArabic(picture: Picture, quad: Quad): Promise<TextWord[]> {
    return (await arabicReader)(picture, quad);
  }

  /** Runs the model, which blocks; meanwhile Tesseract reads its part in a thread of its own. */
  async function readLine(picture: Picture, quad: Quad): Promise<() => Promise<Reading>> {
    const strip = cutOut(picture, quad, STRIP_HEIGHT);
    const glyphs = withSpaces(await recognizeStrip(recognition, dictionary, strip));
    const line = lineOf(glyphs, quad, picture);
    if (line && isSure(line, glyphs.length, quad)) return async () => ({ line, arabic: null });
    const arabic = readArabic(picture, quad);
    // Awaited after the models are done; until then no handler would see a failure.
    arabic.catch(() => undefined);
    return async () => {
      const words = withArabic(line?.words ?? [], await arabic);
      return {
        line: line && line.confidence >= LEGIBLE ? line : null,
        arabic: words && joined(words, boxAround(quad, picture)),
      };
    };
  }

  return {
    name: 'paddleocr+tesseract',
    complete: arabicReader,
    async read(picture) {
      const { width, height } = picture;
      if (Math.min(width, height) < SMALLEST_SIDE) return { width, height, lines: [] };
      const pending: (() => Promise<Reading>)[] = [];
      for (const quad of mergeNeighbours(await detectText(detection, picture))) {
        pending.push(await readLine(picture, quad));
      }
      const readings = await Promise.all(pending.map((reading) => reading()));
      // Tesseract reads blurred Latin print as Arabic words, none of them certain.
      const hasArabic = readings.some(({ arabic }) => arabic && showsArabic(arabic.words));
      const lines = readings.flatMap(({ line, arabic }) => (hasArabic && arabic) || line || []);
      return { width, height, lines: lines.sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x) };
    },
  };
}

/** A line as the models read it, and as it is when it is Arabic. */
interface Reading {
  line: TextLine | null;
  arabic: TextLine | null;
}

function isSure({ confidence, words }: TextLine, characters: number, quad: Quad): boolean {
  return (
    confidence >= SURE &&
    words.every((word) => word.confidence >= SURE_WORD) &&
    characters >= CHARACTERS_PER_SQUARE * (quad.width / quad.height)
  );
}

/** A line of these words; its confidence is their mean. */
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

/**
 * The longer side of the detection model's input: half the time of 960, and on the whole lines are read as
 * well.
 */
const DETECTION_SIDE = 736;
/** Both sides of the picture must be a multiple of this. */
const DETECTION_STEP = 32;
/** Of each colour in the pictures that the model was trained on. */
const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;

/** @returns where in the picture there is text, in pixels of the picture */
async function detectText(model: Model, picture: Picture): Promise<Quad[]> {
  const scale = Math.min(1, DETECTION_SIDE / Math.max(picture.width, picture.height));
  const width = multiple(picture.width * scale);
  const height = multiple(picture.height * scale);
  const small = await sharp(picture.data, {
    raw: { width: picture.width, height: picture.height, channels: 4 },
  })
    .resize(width, height, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const { data } = await model(normalised(small, width * height), [1, 3, height, width]);
  const [scaleX, scaleY] = [picture.width / width, picture.height / height];
  // Both differ by less than a step; the mean keeps the angle.
  const mean = (scaleX + scaleY) / 2;
  return findRegions(data, width, height).map((quad) => ({
    ...quad,
    x: quad.x * scaleX,
    y: quad.y * scaleY,
    width: quad.width * mean,
    height: quad.height * mean,
  }));
}

function multiple(length: number): number {
  return Math.max(DETECTION_STEP, Math.round(length / DETECTION_STEP) * DETECTION_STEP);
}

/** Planes of blue, green and red: the model was trained on pictures in that order. */
function normalised(rgb: Uint8Array, pixels: number): Float32Array {
  const planes = new Float32Array(3 * pixels);
  for (let at = 0; at < pixels; at++) {
    for (let plane = 0; plane < 3; plane++) {
      const value = (rgb[at * 3 + 2 - plane] ?? 0) / 255;
      planes[plane * pixels + at] = (value - (MEAN[plane] ?? 0)) / (DEVIATION[plane] ?? 1);
    }
  }
  return planes;
}
