import type { Box } from '@dragoman/functions/documents/recognized-document';
import type { Picture } from '../picture.ts';

/**
 * A rectangle that may be turned: its middle, its longer and shorter axis, and the angle of the
 * longer one in radians.
 */
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

/** As a share of the neighbours' heights: parts nearer than this belong to one line. */
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

/**
 * Cuts the quad out of a picture, straight and of the given height, by bilinear sampling; outside
 * of the picture its edge goes on.
 */
export function cutOut(picture: Picture, quad: Quad, height: number): Strip {
  const width = Math.max(1, Math.round((quad.width / quad.height) * height));
  const data = new Uint8Array(width * height * 3);
  const stepX = quad.width / width;
  const stepY = quad.height / height;
  // More than one pixel to each sample: the mean of several keeps thin strokes.
  const taps = Math.max(1, Math.min(3, Math.round(stepY)));
  // From one tap to the next, along the line and across it.
  const alongX = (Math.cos(quad.angle) * stepX) / taps;
  const alongY = (Math.sin(quad.angle) * stepX) / taps;
  const acrossX = (-Math.sin(quad.angle) * stepY) / taps;
  const acrossY = (Math.cos(quad.angle) * stepY) / taps;
  const tapsX = width * taps;
  const tapsY = height * taps;
  const left = quad.x - 0.5 - (alongX * (tapsX - 1) + acrossX * (tapsY - 1)) / 2;
  const top = quad.y - 0.5 - (alongY * (tapsX - 1) + acrossY * (tapsY - 1)) / 2;
  const pixels = picture.data;
  const maxX = picture.width - 1;
  const maxY = picture.height - 1;
  const share = 1 / (taps * taps);
  // The hottest loop that is not the models': no calls, no objects.
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let v = row * taps; v < (row + 1) * taps; v++) {
        for (let u = column * taps; u < (column + 1) * taps; u++) {
          const x = Math.max(0, Math.min(maxX, left + u * alongX + v * acrossX));
          const y = Math.max(0, Math.min(maxY, top + u * alongY + v * acrossY));
          const x0 = Math.floor(x);
          const y0 = Math.floor(y);
          const right = x - x0;
          const down = y - y0;
          const a = (y0 * picture.width + x0) * 4;
          const b = x0 < maxX ? a + 4 : a;
          const below = y0 < maxY ? picture.width * 4 : 0;
          const ofA = (1 - right) * (1 - down);
          const ofB = right * (1 - down);
          const ofC = (1 - right) * down;
          const ofD = right * down;
          red +=
            (pixels[a] ?? 0) * ofA +
            (pixels[b] ?? 0) * ofB +
            (pixels[a + below] ?? 0) * ofC +
            (pixels[b + below] ?? 0) * ofD;
          green +=
            (pixels[a + 1] ?? 0) * ofA +
            (pixels[b + 1] ?? 0) * ofB +
            (pixels[a + below + 1] ?? 0) * ofC +
            (pixels[b + below + 1] ?? 0) * ofD;
          blue +=
            (pixels[a + 2] ?? 0) * ofA +
            (pixels[b + 2] ?? 0) * ofB +
            (pixels[a + below + 2] ?? 0) * ofC +
            (pixels[b + below + 2] ?? 0) * ofD;
        }
      }
      const to = (row * width + column) * 3;
      data[to] = red * share;
      data[to + 1] = green * share;
      data[to + 2] = blue * share;
    }
  }
  return { data, width, height };
}
