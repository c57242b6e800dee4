import type { Quad } from './quad.ts';

/** Above this a pixel is text. */
const PIXEL_THRESHOLD = 0.3;
/** Mean below this: it only looks like text. */
const REGION_THRESHOLD = 0.55;
const SMALLEST_PIXELS = 12;
/** Shorter side, in pixels of the map. */
const SMALLEST_SIDE = 3;
/**
 * The model marks a shrunk core of each line; it is grown again by this part of area / perimeter.
 */
const UNCLIP_RATIO = 1.6;
const MAX_REGIONS = 200;

/**
 * The lines of text in a probability map of the detection model (differentiable binarisation, as
 * PaddleOCR takes it apart): connected pixels, the smallest rectangle around each region, grown to
 * the size of the letters.
 */
export function findRegions(map: Float32Array, width: number, height: number): Quad[] {
  const seen = new Uint8Array(width * height);
  const quads: Quad[] = [];
  const stack: number[] = [];
  for (let start = 0; start < map.length && quads.length < MAX_REGIONS; start++) {
    if (seen[start] || (map[start] ?? 0) <= PIXEL_THRESHOLD) continue;
    const region: number[] = [];
    let sum = 0;
    seen[start] = 1;
    stack.push(start);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      region.push(at);
      sum += map[at] ?? 0;
      const x = at % width;
      for (let dy = -width; dy <= width; dy += width) {
        for (let dx = -1; dx <= 1; dx++) {
          const next = at + dy + dx;
          if (x + dx < 0 || x + dx >= width || next < 0 || next >= map.length || seen[next]) continue;
          if ((map[next] ?? 0) <= PIXEL_THRESHOLD) continue;
          seen[next] = 1;
          stack.push(next);
        }
      }
    }
    if (region.length < SMALLEST_PIXELS || sum / region.length < REGION_THRESHOLD) continue;
    const quad = smallestRectangle(outline(region, width));
    if (quad.height >= SMALLEST_SIDE) quads.push(unclip(quad));
  }
  return quads;
}

type Point = readonly [x: number, y: number];

/** The leftmost and rightmost pixel of each row: the hull needs no others. */
function outline(region: readonly number[], width: number): Point[] {
  const rows = new Map<number, [number, number]>();
  for (const at of region) {
    const x = at % width;
    const y = Math.floor(at / width);
    const row = rows.get(y);
    if (!row) rows.set(y, [x, x]);
    else if (x < row[0]) row[0] = x;
    else if (x > row[1]) row[1] = x;
  }
  return [...rows].flatMap(([y, [left, right]]): Point[] => [
    [left, y],
    [right + 1, y],
    [left, y + 1],
    [right + 1, y + 1],
  ]);
}

/** Rotates along each edge of the hull: the smallest rectangle lies on one of them. */
function smallestRectangle(points: Point[]): Quad {
  const hull = convexHull(points);
  let best: Quad | null = null;
  for (let i = 0; i < hull.length; i++) {
    const [x0, y0] = hull[i] as Point;
    const [x1, y1] = hull[(i + 1) % hull.length] as Point;
    const angle = Math.atan2(y1 - y0, x1 - x0);
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [x, y] of hull) {
      const u = x * cos + y * sin;
      const v = y * cos - x * sin;
      minU = Math.min(minU, u);
      maxU = Math.max(maxU, u);
      minV = Math.min(minV, v);
      maxV = Math.max(maxV, v);
    }
    const [w, h] = [maxU - minU, maxV - minV];
    if (best && w * h >= best.width * best.height) continue;
    const [u, v] = [(minU + maxU) / 2, (minV + maxV) / 2];
    best = { x: u * cos - v * sin, y: u * sin + v * cos, width: w, height: h, angle };
  }
  return lengthwise(best as Quad);
}

/** Text runs along the longer side, and from left to right rather than upside down. */
function lengthwise(quad: Quad): Quad {
  let { width, height, angle } = quad;
  // Nearly square: a single upright letter.
  const square = Math.max(width, height) < 1.5 * Math.min(width, height);
  const upright = Math.abs(Math.cos(angle)) >= Math.SQRT1_2;
  if (square ? !upright : width < height) {
    [width, height] = [height, width];
    angle += Math.PI / 2;
  }
  while (angle > Math.PI / 2) angle -= Math.PI;
  while (angle <= -Math.PI / 2) angle += Math.PI;
  return { ...quad, width, height, angle };
}

function unclip(quad: Quad): Quad {
  const grow = ((quad.width * quad.height) / (2 * (quad.width + quad.height))) * UNCLIP_RATIO;
  return { ...quad, width: quad.width + 2 * grow, height: quad.height + 2 * grow };
}

/** Andrew's monotone chain. */
function convexHull(points: Point[]): Point[] {
  const sorted = points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of list) {
      while (chain.length >= 2 && turn(chain.at(-2) as Point, chain.at(-1) as Point, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half([...sorted].reverse())];
}

function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
