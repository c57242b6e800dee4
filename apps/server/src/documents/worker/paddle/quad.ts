import type { Box } from '@dragoman/functions/documents/recognized-document';
import type { Picture } from '../picture.ts';

/** A rectangle that may be turned: its middle, its longer and shorter axis, and the angle of the longer one in radians. */
export interface Quad {
  x: number;
  y: number;
  width: number;
  height: number;
  angle: number;
}

/** A grey strip of one line of text. */
export interface Strip {
  /** Red, green and blue, 0 to 255. */
  data: Uint8Array;
  width: number;
  height: number;
}

/** The upright box around it, within the picture. */
export function boxAround(
  { x, y, width, height, angle }: Quad,
  within: { width: number; height: number },
): Box {
  const cos = Math.abs(Math.cos(angle));
  const sin = Math.abs(Math.sin(angle));
  const w = width * cos + height * sin;
  const h = width * sin + height * cos;
  const left = Math.max(0, Math.round(x - w / 2));
  const top = Math.max(0, Math.round(y - h / 2));
  return {
    x: left,
    y: top,
    width: Math.min(within.width, Math.round(x + w / 2)) - left,
    height: Math.min(within.height, Math.round(y + h / 2)) - top,
  };
}

/** Of what the neighbours' heights are: nearer than this they are parts of one line. */
const NEAR = 0.25;

/** Joins what lies side by side on one line: letters that are set far apart are found in pieces. */
export function mergeNeighbours(quads: readonly Quad[]): Quad[] {
  const merged = [...quads];
  for (let i = 0; i < merged.length; i++) {
    for (let j = 0; j < merged.length; j++) {
      const [a, b] = [merged[i] as Quad, merged[j] as Quad];
      if (i === j || !areNeighbours(a, b)) continue;
      merged[i] = around(a, b);
      merged.splice(j, 1);
      if (j < i) i -= 1;
      // The joined one may have neighbours that its parts had not.
      j = -1;
    }
  }
  return merged;
}

function areNeighbours(a: Quad, b: Quad): boolean {
  const [small, large] = a.height < b.height ? [a.height, b.height] : [b.height, a.height];
  const [along, across] = offset(a, b);
  return (
    large < 1.4 * small &&
    Math.abs(a.angle - b.angle) < 0.1 &&
    Math.abs(across) < 0.3 * small &&
    Math.abs(along) - (a.width + b.width) / 2 < NEAR * small
  );
}

/** The middle of `b` seen from that of `a`, along `a` and across it. */
function offset(a: Quad, b: Quad): [number, number] {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const [cos, sin] = [Math.cos(a.angle), Math.sin(a.angle)];
  return [dx * cos + dy * sin, dy * cos - dx * sin];
}

function around(a: Quad, b: Quad): Quad {
  const main = a.width >= b.width ? a : b;
  const [along, across] = offset(main, main === a ? b : a);
  const other = main === a ? b : a;
  const left = Math.min(-main.width / 2, along - other.width / 2);
  const right = Math.max(main.width / 2, along + other.width / 2);
  const top = Math.min(-main.height / 2, across - other.height / 2);
  const bottom = Math.max(main.height / 2, across + other.height / 2);
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  const [cos, sin] = [Math.cos(main.angle), Math.sin(main.angle)];
  return {
    x: main.x + u * cos - v * sin,
    y: main.y + u * sin + v * cos,
    width: right - left,
    height: bottom - top,
    angle: main.angle,
  };
}

/** Cuts the quad out of a picture, straight and of the given height, by bilinear sampling; outside of the picture its edge goes on. */
export function cutOut(picture: Picture, quad: Quad, height: number): Strip {
  const width = Math.max(1, Math.round((quad.width / quad.height) * height));
  const data = new Uint8Array(width * height * 3);
  const cos = Math.cos(quad.angle);
  const sin = Math.sin(quad.angle);
  const stepX = quad.width / width;
  const stepY = quad.height / height;
  // More than one pixel to each sample: the mean of several keeps thin strokes.
  const taps = Math.max(1, Math.min(3, Math.round(stepY)));
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = (row * width + column) * 3;
      let [red, green, blue] = [0, 0, 0];
      for (let tap = 0; tap < taps * taps; tap++) {
        const u = (column + ((tap % taps) + 0.5) / taps) * stepX - quad.width / 2;
        const v = (row + (Math.floor(tap / taps) + 0.5) / taps) * stepY - quad.height / 2;
        const x = clamp(quad.x + u * cos - v * sin - 0.5, picture.width - 1);
        const y = clamp(quad.y + u * sin + v * cos - 0.5, picture.height - 1);
        const x0 = Math.floor(x);
        const y0 = Math.floor(y);
        const x1 = Math.min(picture.width - 1, x0 + 1);
        const y1 = Math.min(picture.height - 1, y0 + 1);
        const fx = x - x0;
        const fy = y - y0;
        const a = (y0 * picture.width + x0) * 4;
        const b = (y0 * picture.width + x1) * 4;
        const c = (y1 * picture.width + x0) * 4;
        const d = (y1 * picture.width + x1) * 4;
        const p = picture.data;
        const mix = (o: number) =>
          ((p[a + o] ?? 0) * (1 - fx) + (p[b + o] ?? 0) * fx) * (1 - fy) +
          ((p[c + o] ?? 0) * (1 - fx) + (p[d + o] ?? 0) * fx) * fy;
        red += mix(0);
        green += mix(1);
        blue += mix(2);
      }
      const n = taps * taps;
      data[at] = red / n;
      data[at + 1] = green / n;
      data[at + 2] = blue / n;
    }
  }
  return { data, width, height };
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(max, value));
}
