import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import { WORKER_FOLDER } from './messages.ts';
import { normalizeBackground } from './normalize-background.ts';
import type { Picture } from './picture.ts';
import { linesOf } from './tesseract-words.ts';
import { SMALLEST_SIDE, type TextReader } from './text-reader.ts';

export type TesseractLanguage = 'eng' | 'chi_sim' | 'ara';

/**
 * A Tesseract (LSTM) with its language data out of installed packages; it never asks the network.
 * @param layout how it is to take a picture apart
 * @throws when the data is not installed or cannot be loaded
 */
export async function openTesseract(languages: readonly TesseractLanguage[], layout: PSM): Promise<Worker> {
  // The library wants the data of all languages in one folder, and each is in a package of its own.
  const folder = await mkdtemp(path.join(process.env[WORKER_FOLDER] ?? os.tmpdir(), 'dragoman-tesseract-'));
  try {
    const { resolve } = createRequire(import.meta.url);
    await Promise.all(
      languages.map((language) => {
        const file = `${language}.traineddata.gz`;
        const data = path.dirname(resolve(`@tesseract.js-data/${language}/package.json`));
        return copyFile(path.join(data, '4.0.0_best_int', file), path.join(folder, file));
      }),
    );
    const worker = await createWorker([...languages], OEM.LSTM_ONLY, {
      langPath: folder,
      gzip: true,
      cacheMethod: 'none',
      // Without a handler the library throws outside any call. Each call is rejected anyway.
      errorHandler: () => undefined,
    });
    await worker.setParameters({ tessedit_pageseg_mode: layout, user_defined_dpi: '300' });
    return worker;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

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
