/** Red, green and blue of every pixel, one byte each. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

export type Point = readonly [x: number, y: number];

/**
 * Lays a picture on another one so that its corners come to lie on four points: as a camera sees a
 * card that it does not look at straight.
 * @param corners top left, top right, bottom right, bottom left
 */
export function layOn(
  picture: Pixels,
  ground: Pixels,
  corners: readonly [Point, Point, Point, Point],
): Pixels {
  const [a, b, c, d, e, f, g, h] = homography(corners, picture);
  const result = new Uint8Array(ground.data);
  for (let y = 0; y < ground.height; y++) {
    for (let x = 0; x < ground.width; x++) {
      const w = g * x + h * y + 1;
      const u = (a * x + b * y + c) / w;
      const v = (d * x + e * y + f) / w;
      if (u < 0 || v < 0 || u >= picture.width - 1 || v >= picture.height - 1) continue;
      sample(picture, u, v, result, (y * ground.width + x) * 3);
    }
  }
  return { ...ground, data: result };
}

/** Between four pixels (bilinear). */
function sample({ data, width }: Pixels, u: number, v: number, target: Uint8Array, at: number): void {
  const x = Math.floor(u);
  const y = Math.floor(v);
  const right = u - x;
  const below = v - y;
  const from = (y * width + x) * 3;
  for (let channel = 0; channel < 3; channel++) {
    const top = (data[from + channel] ?? 0) * (1 - right) + (data[from + 3 + channel] ?? 0) * right;
    const next = from + width * 3 + channel;
    const bottom = (data[next] ?? 0) * (1 - right) + (data[next + 3] ?? 0) * right;
    target[at + channel] = top * (1 - below) + bottom * below;
  }
}

type Homography = [number, number, number, number, number, number, number, number];

/**
 * The projection that takes the four points to the corners of the picture: eight equations, solved
 * by elimination.
 */
function homography(corners: readonly [Point, Point, Point, Point], { width, height }: Pixels): Homography {
  const targets: readonly Point[] = [
    [0, 0],
    [width - 1, 0],
    [width - 1, height - 1],
    [0, height - 1],
  ];
  const rows = corners.flatMap(([x, y], i) => {
    const [u, v] = targets[i] ?? [0, 0];
    return [
      [x, y, 1, 0, 0, 0, -x * u, -y * u, u],
      [0, 0, 0, x, y, 1, -x * v, -y * v, v],
    ];
  });
  for (let i = 0; i < 8; i++) {
    const rest = rows.slice(i);
    const pivot = rest.reduce((best, row) => (Math.abs(row[i] ?? 0) > Math.abs(best[i] ?? 0) ? row : best));
    rows.splice(rows.indexOf(pivot), 1);
    const divisor = pivot[i] ?? 1;
    const unit = pivot.map((number) => number / divisor);
    rows.splice(i, 0, unit);
    for (const [j, row] of rows.entries()) {
      if (j === i) continue;
      const factor = row[i] ?? 0;
      rows[j] = row.map((number, k) => number - factor * (unit[k] ?? 0));
    }
  }
  return rows.map((row) => row[8] ?? 0) as Homography;
}
