import type { Page } from '@playwright/test';
import type { PictureFile } from './pictures.ts';

export interface PhotoLook {
  width: number;
  height: number;
  /** Fill of the left and of the right half of the stored pixels. */
  halves: readonly [string, string];
  /** A line of black text, in the middle. */
  text?: string;
  /** Grain over all of it, so that it weighs as much as a real photo. */
  grain?: boolean;
}

/** The tags of the photo's EXIF: turned by a quarter, and taken at this place. */
const QUARTER_TURN = 6;
const PLACE = { north: [25, 4, 33], east: [55, 8, 21] } as const;

/**
 * A photo as a phone takes it: its pixels lie on their side, and EXIF tells that and where it was
 * taken.
 * @param isTurned whether EXIF asks for a quarter turn to the right
 */
export async function phonePhoto(page: Page, look: PhotoLook, isTurned = true): Promise<PictureFile> {
  const base64 = await page.evaluate(async ({ width, height, halves, text, grain }) => {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.fillStyle = halves[0];
    context.fillRect(0, 0, width / 2, height);
    context.fillStyle = halves[1];
    context.fillRect(width / 2, 0, width / 2, height);
    if (text) {
      context.fillStyle = '#101010';
      context.font = `${Math.floor(width / 28)}px sans-serif`;
      context.textAlign = 'center';
      context.fillText(text, width / 2, height / 2);
    }
    if (grain) {
      const pixels = context.getImageData(0, 0, width, height);
      pixels.data.forEach((value, index) => {
        // Noise, and the same in each run.
        if (index % 4 < 3) pixels.data[index] = value + ((index * 7919) % 97) - 48;
      });
      context.putImageData(pixels, 0, 0);
    }
    const url = canvas.toDataURL('image/jpeg', 0.9);
    return url.slice(url.indexOf(',') + 1);
  }, look);
  const jpeg = Buffer.from(base64, 'base64');
  // After the mark that begins every JPEG.
  const buffer = Buffer.concat([jpeg.subarray(0, 2), exifSegment(isTurned), jpeg.subarray(2)]);
  return { name: 'IMG_0412.jpg', mimeType: 'image/jpeg', buffer };
}

/** An APP1 segment with the tags Orientation and GPSLatitude/GPSLongitude with their references. */
function exifSegment(isTurned: boolean): Buffer {
  const gpsAt = 8 + 2 + 2 * 12 + 4;
  const rationalsAt = gpsAt + 2 + 4 * 12 + 4;
  const tiff = Buffer.alloc(rationalsAt + 2 * 24);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  const entry = (at: number, tag: number, type: number, count: number) => {
    tiff.writeUInt16BE(tag, at);
    tiff.writeUInt16BE(type, at + 2);
    tiff.writeUInt32BE(count, at + 4);
    return at + 8;
  };
  tiff.writeUInt16BE(2, 8);
  tiff.writeUInt16BE(isTurned ? QUARTER_TURN : 1, entry(10, 0x0112, 3, 1));
  tiff.writeUInt32BE(gpsAt, entry(22, 0x8825, 4, 1));
  tiff.writeUInt16BE(4, gpsAt);
  tiff.write('N\0', entry(gpsAt + 2, 1, 2, 2), 'latin1');
  tiff.writeUInt32BE(rationalsAt, entry(gpsAt + 14, 2, 5, 3));
  tiff.write('E\0', entry(gpsAt + 26, 3, 2, 2), 'latin1');
  tiff.writeUInt32BE(rationalsAt + 24, entry(gpsAt + 38, 4, 5, 3));
  [...PLACE.north, ...PLACE.east].forEach((value, index) => {
    tiff.writeUInt32BE(value, rationalsAt + index * 8);
    tiff.writeUInt32BE(1, rationalsAt + index * 8 + 4);
  });
  const head = Buffer.from('\xff\xe1\0\0Exif\0\0', 'latin1');
  head.writeUInt16BE(tiff.length + head.length - 2, 2);
  return Buffer.concat([head, tiff]);
}
