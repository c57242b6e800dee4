import { type Measure, textLines } from './text-lines.ts';

/** A QR code's modules: `dark[row * size + column]`. */
export interface CodeMatrix {
  size: number;
  dark: readonly boolean[];
}

export interface PosterContent {
  code: CodeMatrix;
  brand: string;
  name: string;
  company: string;
  hint: string;
}

export interface PosterLine {
  text: string;
  /** Baseline, from the top. */
  y: number;
  size: number;
  weight: 400 | 600;
  direction: 'ltr' | 'rtl';
}

/**
 * Everything on a poster, in whole pixels; the lines are centred. The picture and the drawing are
 * made from the same one.
 */
export interface Poster {
  width: number;
  height: number;
  /** Side of a module: a whole number, so that no edge is blurred. */
  module: number;
  /** The position of the code, its quiet zone not counted. */
  code: CodeMatrix & { x: number; y: number };
  lines: readonly PosterLine[];
}

/** At 300 dots per inch this is 13.5 cm, a table sign. */
const SMALLEST_WIDTH = 1600;
/** White margin that scanners need around a code, in modules. */
const QUIET_ZONE = 4;
/** Share of the width that text may take. */
const TEXT_WIDTH = 0.88;
const LINE_HEIGHT = 1.35;

/**
 * Lays a code out with the brand above it and vendor, company and hint below.
 * @param measure the width in pixels of a text in a size and weight
 */
export function posterLayout(
  content: PosterContent,
  measure: (text: string, size: number, weight: PosterLine['weight']) => number,
): Poster {
  const modules = content.code.size + 2 * QUIET_ZONE;
  const module = Math.ceil(SMALLEST_WIDTH / modules);
  const width = module * modules;
  const lines: PosterLine[] = [];
  let y = Math.round(width * 0.05);

  const add = (text: string, share: number, weight: PosterLine['weight'], maxLines: number) => {
    const size = Math.round(width * share);
    const measureHere: Measure = (part) => measure(part, size, weight);
    for (const line of textLines(text, width * TEXT_WIDTH, maxLines, measureHere)) {
      y += Math.round(size * LINE_HEIGHT);
      lines.push({ text: line, y, size, weight, direction: directionOf(line) });
    }
  };

  add(content.brand, 0.034, 600, 1);
  const code = { ...content.code, x: QUIET_ZONE * module, y: y + QUIET_ZONE * module };
  // The quiet zone below the code is white space enough.
  y = code.y + (content.code.size + QUIET_ZONE) * module;
  add(content.name, 0.055, 600, 2);
  add(content.company, 0.042, 400, 2);
  y += Math.round(width * 0.02);
  add(content.hint, 0.03, 400, 2);
  return { width, height: y + Math.round(width * 0.07), module, code, lines };
}

/** Decides by the first letter, as browsers do for `dir="auto"`. */
export function directionOf(text: string): PosterLine['direction'] {
  const letter = text.match(/\p{L}/u)?.[0] ?? '';
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter) ? 'rtl' : 'ltr';
}

/** A run of dark modules in one row, in pixels. */
export interface Bar {
  x: number;
  y: number;
  width: number;
}

/**
 * @returns the code as bars: far fewer shapes than modules, and no hairlines between neighbours.
 */
export function codeBars({ code, module }: Pick<Poster, 'code' | 'module'>): Bar[] {
  const bars: Bar[] = [];
  for (let row = 0; row < code.size; row++) {
    let start = -1;
    for (let column = 0; column <= code.size; column++) {
      const dark = column < code.size && code.dark[row * code.size + column];
      if (dark && start === -1) start = column;
      if (!dark && start !== -1) {
        bars.push({
          x: code.x + start * module,
          y: code.y + row * module,
          width: (column - start) * module,
        });
        start = -1;
      }
    }
  }
  return bars;
}
