import type { ColorPair } from './code-colors.ts';
import { type Bar, type CodeMatrix, codeBars, directionOf, type PosterLine } from './poster.ts';
import { type Measure, textLines } from './text-lines.ts';

/** Paper sizes of posters, in millimetres; a badge is a card of ISO 7810, upright. */
export const PAPERS = {
  a4: { width: 210, height: 297 },
  a5: { width: 148, height: 210 },
  badge: { width: 54, height: 86 },
} as const;
export type Paper = keyof typeof PAPERS;

const DOTS_PER_MM = 300 / 25.4;
/** White margin that scanners need around a code, in modules. */
const QUIET_ZONE = 4;
/** Share of the code's side that a logo and its plate take: level H restores the hidden part. */
const LOGO_SHARE = 0.27;
const LINE_HEIGHT = 1.35;

export interface BoothPosterContent {
  code: CodeMatrix;
  colors: ColorPair;
  /** Whether the code has a logo in the middle. */
  logo: boolean;
  brand: string;
  /** The instruction and its reason, in the language of the poster. */
  headline: string;
  text: string;
  direction: PosterLine['direction'];
  label: string;
  name: string;
  company: string;
}

export interface Box {
  x: number;
  y: number;
  side: number;
}

/**
 * Everything on a sheet, in whole pixels. Picture, drawing and document are made from the same one.
 */
export interface Sheet {
  width: number;
  height: number;
  /** Side of a module: a whole number, so that no edge is blurred. */
  module: number;
  colors: ColorPair;
  /** The ground of the code with its quiet zone. */
  ground: Box;
  bars: readonly Bar[];
  /** The place of the logo, on a background that is one module wider on each side. */
  logo: Box | null;
  lines: readonly PosterLine[];
}

type MeasureIn = (text: string, size: number, weight: PosterLine['weight']) => number;

/** The code alone, at least 1,600 pixels wide. */
export function codeSheet(code: CodeMatrix, colors: ColorPair, logo: boolean): Sheet {
  const module = Math.ceil(1600 / (code.size + 2 * QUIET_ZONE));
  const side = module * (code.size + 2 * QUIET_ZONE);
  return { width: side, height: side, lines: [], ...placeCode(code, colors, logo, module, { x: 0, y: 0 }) };
}

/**
 * Lays a poster out at 300 dots an inch: the instruction at the top, the code as large as the paper
 * allows, its owner below.
 * @param measure the width in pixels of a text in a size and weight
 */
export function boothPoster(content: BoothPosterContent, paper: Paper, measure: MeasureIn): Sheet {
  const width = Math.round(PAPERS[paper].width * DOTS_PER_MM);
  const height = Math.round(PAPERS[paper].height * DOTS_PER_MM);
  const margin = Math.round(width * 0.07);
  const lines = (texts: readonly TextBlock[]) => blockLines(texts, width - 2 * margin, width, measure);
  const above = lines([
    { text: content.brand, share: 0.034, weight: 600, maxLines: 1, gap: 0, direction: null },
    {
      text: content.headline,
      share: 0.074,
      weight: 600,
      maxLines: 2,
      gap: 0.02,
      direction: content.direction,
    },
    { text: content.text, share: 0.037, weight: 400, maxLines: 3, gap: 0.008, direction: content.direction },
  ]);
  const below = lines([
    { text: content.label, share: 0.055, weight: 600, maxLines: 2, gap: 0, direction: null },
    { text: content.name, share: 0.044, weight: 600, maxLines: 1, gap: 0.008, direction: null },
    { text: content.company, share: 0.038, weight: 400, maxLines: 2, gap: 0, direction: null },
  ]);
  const space = Math.round(width * 0.045);
  const modules = content.code.size + 2 * QUIET_ZONE;
  const room = height - 2 * margin - above.height - below.height - 2 * space;
  const module = Math.max(1, Math.floor(Math.min(room, width - 2 * margin) / modules));
  const side = module * modules;
  // The remaining space goes to the edges in equal parts.
  const top = margin + Math.max(0, Math.floor((room - side) / 2));
  const codeTop = top + above.height + space;
  const at = { x: Math.round((width - side) / 2), y: codeTop };
  return {
    width,
    height,
    ...placeCode(content.code, content.colors, content.logo, module, at),
    lines: [...moved(above.lines, top), ...moved(below.lines, codeTop + side + space)],
  };
}

function placeCode(
  code: CodeMatrix,
  colors: ColorPair,
  logo: boolean,
  module: number,
  at: { x: number; y: number },
) {
  const origin = { x: at.x + QUIET_ZONE * module, y: at.y + QUIET_ZONE * module };
  const hole = logo ? logoHole(code.size) : null;
  const dark = hole ? code.dark.map((isDark, i) => isDark && !inHole(i, code.size, hole)) : code.dark;
  const ground: Box = { ...at, side: module * (code.size + 2 * QUIET_ZONE) };
  const box: Box | null = hole && {
    x: origin.x + (hole.start + 1) * module,
    y: origin.y + (hole.start + 1) * module,
    side: (hole.modules - 2) * module,
  };
  return {
    module,
    colors,
    ground,
    logo: box,
    bars: codeBars({ code: { ...code, dark, ...origin }, module }),
  };
}

/**
 * The number of modules left free in the middle. It is odd, like a code's side, so that the hole is
 * exactly centred.
 */
function logoHole(size: number): { start: number; modules: number } {
  const modules = 2 * Math.floor((size * LOGO_SHARE) / 2) + 1;
  return { start: (size - modules) / 2, modules };
}

function inHole(
  index: number,
  size: number,
  { start, modules }: { start: number; modules: number },
): boolean {
  const inside = (position: number) => position >= start && position < start + modules;
  return inside(index % size) && inside(Math.floor(index / size));
}

interface TextBlock {
  text: string;
  /** Size and space above as shares of the paper's width. */
  share: number;
  gap: number;
  weight: PosterLine['weight'];
  maxLines: number;
  /** null: as the text itself runs. */
  direction: PosterLine['direction'] | null;
}

/** @returns lines below each other from 0, and the height of them all */
function blockLines(texts: readonly TextBlock[], textWidth: number, width: number, measure: MeasureIn) {
  const lines: PosterLine[] = [];
  let y = 0;
  for (const { text, share, gap, weight, maxLines, direction } of texts) {
    const size = Math.round(width * share);
    const measureHere: Measure = (part) => measure(part, size, weight);
    const broken = textLines(text, textWidth, maxLines, measureHere);
    if (broken.length > 0) y += Math.round(width * gap);
    for (const line of broken) {
      y += Math.round(size * LINE_HEIGHT);
      // The baseline, with room for what hangs below it.
      lines.push({
        text: line,
        y: y - Math.round(size * 0.3),
        size,
        weight,
        direction: direction ?? directionOf(line),
      });
    }
  }
  return { lines, height: y };
}

function moved(lines: readonly PosterLine[], by: number): PosterLine[] {
  return lines.map((line) => ({ ...line, y: line.y + by }));
}
