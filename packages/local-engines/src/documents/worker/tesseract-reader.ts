import sharp from 'sharp';
import { PSM } from 'tesseract.js';
import { normalizeBackground } from './normalize-background.ts';
import type { Picture } from './picture.ts';
import { openTesseract } from './tesseract.ts';
import { linesOf } from './tesseract-words.ts';
import { SMALLEST_SIDE, type TextReader } from './text-reader.ts';

/**
 * Longer side of what Tesseract gets: best of those measured, see docs/adr/0017-reading-cards.md.
 */
const LONG_SIDE = 1400;

/** Reads whole pictures with Tesseract, straightened by its own measure of their slant. */
export async function createTesseractReader(): Promise<TextReader> {
  const tesseract = await openTesseract(['eng', 'chi_sim', 'ara'], PSM.SINGLE_BLOCK);
  return {
    name: 'tesseract',
    complete: Promise.resolve(),
    async read(picture) {
      const { data, info } = await greyPng(picture);
      const { width, height } = info;
      if (Math.min(width, height) < SMALLEST_SIDE) return { width, height, lines: [] };
      const { data: page } = await tesseract.recognize(
        await normalizeBackground({ data, width, height }),
        { rotateAuto: true },
        { blocks: true },
      );
      return { width, height, lines: linesOf(page) };
    },
  };
}

function greyPng({ data, width, height }: Picture) {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .resize(LONG_SIDE, LONG_SIDE, { fit: 'inside' })
    .removeAlpha()
    .greyscale()
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
}
