import type { Strip } from './quad.ts';
import type { Model } from './runtime.ts';

/** Height of a line as the model reads it. */
export const STRIP_HEIGHT = 48;
/** Wider lines are no text of a card. */
const MAX_WIDTH = 2400;
/** The model was trained on strips of at least this width. */
const MIN_WIDTH = 160;

/** A character that was read: where in the strip (0 to 1 of its width) and how surely. */
export interface Glyph {
  text: string;
  at: number;
  confidence: number;
}

/**
 * Characters in the order of the model's classes; the first class is "nothing", the last one the
 * space.
 */
export function readDictionary(file: string): string[] {
  return ['', ...file.split(/\r?\n/).filter((line) => line !== ''), ' '];
}

/** Reads a strip: the most probable class at each step, repeats and blanks left out (CTC). */
export async function recognizeStrip(
  model: Model,
  dictionary: readonly string[],
  strip: Strip,
): Promise<Glyph[]> {
  if (strip.width > MAX_WIDTH) return [];
  const width = Math.max(MIN_WIDTH, strip.width);
  const { data, dims } = await model(planes(strip, width), [1, 3, strip.height, width]);
  const [, steps = 0, classes = 0] = dims;
  const glyphs: Glyph[] = [];
  let previous = 0;
  for (let step = 0; step < steps; step++) {
    const from = step * classes;
    let best = 0;
    let confidence = data[from] ?? 0;
    for (let index = 1; index < classes; index++) {
      const value = data[from + index] ?? 0;
      if (value > confidence) {
        best = index;
        confidence = value;
      }
    }
    if (best !== 0 && best !== previous) {
      glyphs.push({
        text: dictionary[best] ?? '',
        at: Math.min(1, ((step + 0.5) / steps) * (width / strip.width)),
        confidence,
      });
    }
    previous = best;
  }
  return glyphs;
}

/** The ratio to the usual distance of two letters above which a gap is a space. */
const SPACE = 1.3;
/** A word in spite of its capital: the company form of German. */
const ONE_WORD = /mbH$/;

/**
 * The model leaves out spaces between Latin words that are set close, in small print most of all.
 * They are put back where a capital follows a small letter, or a point, at a distance.
 */
export function withSpaces(glyphs: readonly Glyph[]): Glyph[] {
  const distances = glyphs.slice(1).map((glyph, index) => glyph.at - (glyphs[index] as Glyph).at);
  const usual = [...distances].sort((a, b) => a - b)[Math.floor(distances.length / 2)] ?? 0;
  return glyphs.flatMap((glyph, index) => {
    const before = glyphs[index - 1];
    const parted =
      before !== undefined &&
      /[\p{Ll}.]/u.test(before.text) &&
      /\p{Lu}/u.test(glyph.text) &&
      glyph.at - before.at > SPACE * usual &&
      !ONE_WORD.test((glyphs[index - 2]?.text ?? '') + before.text + glyph.text);
    return parted ? [{ text: ' ', at: (before.at + glyph.at) / 2, confidence: 1 }, glyph] : [glyph];
  });
}

/** Planes of blue, green and red from -1 to 1; pixels beyond the strip stay 0. */
function planes({ data, width, height }: Strip, full: number): Float32Array {
  const result = new Float32Array(3 * height * full);
  for (let plane = 0; plane < 3; plane++) {
    for (let row = 0; row < height; row++) {
      const to = (plane * height + row) * full;
      for (let column = 0; column < width; column++) {
        result[to + column] = (data[(row * width + column) * 3 + 2 - plane] ?? 0) / 127.5 - 1;
      }
    }
  }
  return result;
}
