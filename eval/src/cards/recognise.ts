import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RecognizedDocument } from '@dragoman/functions/documents/recognized-document';
import { documentWorkerEntry } from '../../../apps/server/src/documents/worker-entry.ts';
import { startWorkerProcess, type WorkerProcess } from '../../../apps/server/src/documents/worker-process.ts';

/** A picture's text with what it took to recognise. */
export interface Recognition {
  document: RecognizedDocument;
  milliseconds: number;
  /** Memory of the process that recognised it, in bytes. */
  residentBytes: number;
}

/** Recognises pictures as the product does, in its own process, and keeps what was recognised: extraction is tuned without it. */
export interface Recogniser {
  /** Of the engine, with its version as far as it tells. */
  readonly engine: string;
  /** @param set name of the set that the picture belongs to */
  read(picture: string, set: string): Promise<Recognition>;
  close(): void;
}

/**
 * @param cache folder of what was recognised before; a change of the engine asks for another one, or none
 * @param fresh whether to recognise again what is kept
 */
export async function createRecogniser(cache: string, fresh: boolean): Promise<Recogniser> {
  const worker: WorkerProcess = startWorkerProcess(documentWorkerEntry(), () => undefined);
  const engine = await worker.ready;
  const folder = path.join(cache, engine.replace(/[^\w.-]+/g, '-'));
  let warm = false;

  async function recognise(picture: string): Promise<Recognition> {
    const image = await readFile(picture);
    // The first picture loads what the others find loaded.
    if (!warm) await worker.read(image);
    warm = true;
    const start = performance.now();
    const document = await worker.read(image);
    const milliseconds = Math.round(performance.now() - start);
    return { document, milliseconds, residentBytes: worker.residentBytes };
  }

  return {
    engine,
    async read(picture, set) {
      const kept = path.join(folder, set, `${path.basename(picture)}.json`);
      const text = fresh ? null : await readFile(kept, 'utf8').catch(() => null);
      if (text !== null) return JSON.parse(text) as Recognition;
      const recognition = await recognise(picture);
      await mkdir(path.dirname(kept), { recursive: true });
      await writeFile(kept, JSON.stringify(recognition));
      return recognition;
    },
    close: () => worker.kill(),
  };
}
