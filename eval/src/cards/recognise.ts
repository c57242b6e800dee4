import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { RecognizedDocument } from '@dragoman/functions/documents/recognized-document';
import {
  type ReaderProcess,
  resultOf,
  startReaderProcess,
} from '@dragoman/local-engines/documents/document-reader';
import type { ReaderChoice } from '@dragoman/local-engines/documents/worker/messages';

/** A picture's text with what it took to recognise. */
export interface Recognition {
  document: RecognizedDocument;
  milliseconds: number;
  /** Memory of the process that recognised it, in bytes. */
  residentBytes: number;
}

/**
 * Recognises pictures as the product does, in its own process, and stores the results: extraction
 * is tuned without it.
 */
export interface Recogniser {
  /** The provider's name, with its version as far as it tells. */
  readonly engine: string;
  /** @param set name of the set that the picture belongs to */
  read(picture: string, set: string): Promise<Recognition>;
  close(): void;
}

/** A slow machine must be measured too: this ends only what hangs. */
const PATIENCE_MS = 600_000;

/**
 * @param cache folder of earlier results, by each state of the provider's sources
 * @param fresh whether to repeat cached recognitions
 * @param reader the best installed one, or Tesseract
 */
export async function createRecogniser(
  cache: string,
  fresh: boolean,
  reader: ReaderChoice,
): Promise<Recogniser> {
  const worker: ReaderProcess = startReaderProcess({ startMs: PATIENCE_MS, jobMs: PATIENCE_MS }, reader);
  // The product lets it yield to chats; here what it takes is measured, at the priority of the run.
  // At once: its threads inherit it.
  if (worker.pid !== undefined) os.setPriority(worker.pid, os.getPriority());
  const provider = (await worker.ready) ?? '';
  const folder = path.join(cache, `${provider.replace(/[^\w.-]+/g, '-')}-${await fingerprint()}`);
  let warm = false;

  async function textOf(image: Uint8Array): Promise<RecognizedDocument> {
    return resultOf<'text'>(await worker.run({ image, wanted: 'text', hints: {} }));
  }

  async function recognise(picture: string): Promise<Recognition> {
    const image = await readFile(picture);
    // The first picture loads what the others find loaded.
    if (!warm) await textOf(image);
    warm = true;
    const start = performance.now();
    const document = await textOf(image);
    const milliseconds = Math.round(performance.now() - start);
    return { document, milliseconds, residentBytes: worker.residentBytes };
  }

  return {
    engine: provider,
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

const SOURCES = new URL('../../../packages/local-engines/src/documents/worker/', import.meta.url);
const LOCK_FILE = new URL('../../../package-lock.json', import.meta.url);

/** Cached results hold for the same provider with the same packages. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const names = (await readdir(SOURCES, { recursive: true })).filter(
    (name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name),
  );
  for (const name of names.sort()) hash.update(await readFile(new URL(name, SOURCES)));
  const { packages } = JSON.parse(await readFile(LOCK_FILE, 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  for (const [name, { version }] of Object.entries(packages)) {
    if (/tesseract|onnx|paddle|sharp|zxing/.test(name)) hash.update(`${name}@${version}`);
  }
  return hash.digest('hex').slice(0, 10);
}
