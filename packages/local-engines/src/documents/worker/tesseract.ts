import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { createWorker, OEM, type PSM, type Worker } from 'tesseract.js';
import { WORKER_FOLDER } from './messages.ts';

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
