import {
  type Area,
  decodePicture,
  drawPicture,
  encodePicture,
  shrinkPicture,
} from '@/shared/browser/pictures.ts';

/** An avatar is a square of at most this many pixels a side; the largest shown has 112 points. */
const AVATAR_SIDE = 512;
const AVATAR_QUALITY = 0.85;
/** The size of the picture in the cropper: sharp when zoomed in, light enough for a phone. */
const WORK_SIDE = 2048;
const WORK_QUALITY = 0.92;

/**
 * @returns the picture upright and no larger than the cropper needs; null when this browser cannot
 * read it.
 */
export async function openForCropping(file: Blob): Promise<Blob | null> {
  const opened = await shrinkPicture(file, WORK_SIDE, WORK_QUALITY);
  return opened === file ? null : opened;
}

/**
 * @param area the square that was chosen, in pixels of `picture`
 * @returns a square WebP, or a JPEG where the browser writes no WebP
 */
export async function cutAvatar(picture: Blob, area: Area): Promise<Blob> {
  const bitmap = await decodePicture(picture);
  if (!bitmap) throw new Error('The picture cannot be read any more');
  try {
    const side = Math.max(1, Math.min(AVATAR_SIDE, Math.round(area.width)));
    const canvas = drawPicture(bitmap, area, { width: side, height: side });
    return await encodePicture(canvas, ['image/webp', 'image/jpeg'], AVATAR_QUALITY);
  } finally {
    bitmap.close();
  }
}
