import { describe, expect, test } from 'vitest';
import { boxAround, cutOut, mergeNeighbours, type Quad } from './quad.ts';
import { findRegions } from './regions.ts';

const SIZE = 200;

/** A map with bars of certain text: middle, length, thickness and angle of each. */
function mapOf(bars: Quad[], value = 0.9): Float32Array {
  const map = new Float32Array(SIZE * SIZE);
  for (const { x, y, width, height, angle } of bars) {
    for (let at = 0; at < map.length; at++) {
      const [dx, dy] = [(at % SIZE) + 0.5 - x, Math.floor(at / SIZE) + 0.5 - y];
      const along = dx * Math.cos(angle) + dy * Math.sin(angle);
      const across = dy * Math.cos(angle) - dx * Math.sin(angle);
      if (Math.abs(along) <= width / 2 && Math.abs(across) <= height / 2) map[at] = value;
    }
  }
  return map;
}

const bar = (changes: Partial<Quad> = {}): Quad => ({
  x: 100,
  y: 100,
  width: 80,
  height: 8,
  angle: 0,
  ...changes,
});

describe('regions', () => {
  test.each([0, 0.2, -0.2, 0.7, -0.7, 1.4])(
    'a bar turned by %f is found, and grown to its letters',
    (angle) => {
      const [quad, ...others] = findRegions(mapOf([bar({ angle })]), SIZE, SIZE);
      expect(others).toEqual([]);
      expect(quad?.x).toBeCloseTo(100, -0.5);
      expect(quad?.y).toBeCloseTo(100, -0.5);
      expect(quad?.angle).toBeCloseTo(angle, 1);
      expect(quad?.width).toBeGreaterThan(85);
      expect(quad?.height).toBeGreaterThan(13);
      expect(quad?.height).toBeLessThan(24);
    },
  );

  test('two bars are two, what is faint or tiny is none', () => {
    expect(findRegions(mapOf([bar({ y: 50 }), bar({ y: 150 })]), SIZE, SIZE)).toHaveLength(2);
    expect(findRegions(mapOf([bar()], 0.35), SIZE, SIZE)).toEqual([]);
    expect(findRegions(mapOf([bar({ width: 3, height: 2 })]), SIZE, SIZE)).toEqual([]);
    expect(findRegions(mapOf([]), SIZE, SIZE)).toEqual([]);
  });

  test('a bar at the edge ends there, and does not go on at the other side', () => {
    const quads = findRegions(mapOf([bar({ x: 200, y: 20 }), bar({ x: 0, y: 21 })]), SIZE, SIZE);
    expect(quads).toHaveLength(2);
  });

  test('all of a picture is one', () => {
    expect(findRegions(new Float32Array(SIZE * SIZE).fill(1), SIZE, SIZE)).toHaveLength(1);
  });
});

describe('neighbours', () => {
  test.each([0, 0.5])('on one line, turned by %f, are joined', (angle) => {
    const step = (length: number) => ({
      x: 100 + length * Math.cos(angle),
      y: 100 + length * Math.sin(angle),
      angle,
    });
    const parts = [
      bar({ ...step(0), height: 20 }),
      bar({ ...step(82), height: 22 }),
      bar({ ...step(-84), height: 20 }),
    ];
    const [line, ...others] = mergeNeighbours(parts);
    expect(others).toEqual([]);
    expect(line?.width).toBeCloseTo(246, 0);
    expect(line?.angle).toBe(angle);
  });

  test('far apart, on other lines or of other sizes are not', () => {
    const parts = [
      bar({ height: 20 }),
      bar({ height: 20, x: 200 }),
      bar({ height: 20, y: 122 }),
      bar({ height: 40, x: 181 }),
    ];
    expect(mergeNeighbours(parts)).toHaveLength(4);
  });
});

test('a quad is cut out straight', () => {
  // Black above, white below a slanted line through the middle.
  const angle = 0.3;
  const data = new Uint8ClampedArray(SIZE * SIZE * 4);
  for (let at = 0; at < SIZE * SIZE; at++) {
    const [dx, dy] = [(at % SIZE) - 100, Math.floor(at / SIZE) - 100];
    data.fill(dy * Math.cos(angle) - dx * Math.sin(angle) > 0 ? 255 : 0, at * 4, at * 4 + 4);
  }
  const quad = bar({ height: 40, angle });
  const strip = cutOut({ data, width: SIZE, height: SIZE }, quad, 20);
  expect([strip.width, strip.height]).toEqual([40, 20]);
  const row = (n: number) => [...strip.data.subarray(n * 40 * 3, (n + 1) * 40 * 3)];
  expect(Math.max(...row(6))).toBe(0);
  expect(Math.min(...row(13))).toBe(255);
  expect(boxAround(quad, { width: SIZE, height: SIZE })).toEqual({ x: 56, y: 69, width: 88, height: 62 });
});
