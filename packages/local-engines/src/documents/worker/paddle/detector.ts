import sharp from 'sharp';
import type { Picture } from '../picture.ts';
import type { Quad } from './quad.ts';
import { findRegions } from './regions.ts';
import type { Model } from './runtime.ts';

/**
 * The longer side of the model's input: half the time of 960, and on the whole lines are read as
 * well.
 */
const LONG_SIDE = 736;
/** Both sides of the picture must be a multiple of this. */
const STEP = 32;
const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;

/** @returns where in the picture there is text, in pixels of the picture */
export async function detectText(model: Model, picture: Picture): Promise<Quad[]> {
  const scale = Math.min(1, LONG_SIDE / Math.max(picture.width, picture.height));
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
  return Math.max(STEP, Math.round(length / STEP) * STEP);
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
