import sharp from 'sharp';
import { expect, test } from 'vitest';
import { normalizeBackground } from './normalize-background.ts';

const WIDTH = 600;
const HEIGHT = 400;

test('dark strokes on paper and light strokes on a dark band both come out dark on white', async () => {
  const picture = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) picture[y * WIDTH + x] = y < HEIGHT / 2 ? 240 : 40;
  }
  draw(picture, 100, 20);
  draw(picture, 300, 230);
  const data = await sharp(picture, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .png()
    .toBuffer();
  const even = await sharp(await normalizeBackground({ data, width: WIDTH, height: HEIGHT }))
    .greyscale()
    .raw()
    .toBuffer();
  const at = (x: number, y: number) => even[y * WIDTH + x] ?? -1;
  for (const y of [100, 300]) {
    expect(at(300, y)).toBeLessThan(90);
    expect(at(300, y + 40)).toBeGreaterThan(230);
  }
});

/** A stroke as wide as those of a large letter. */
function draw(picture: Uint8Array, y: number, value: number): void {
  for (let dy = -4; dy <= 4; dy++) picture.fill(value, (y + dy) * WIDTH + 200, (y + dy) * WIDTH + 400);
}
