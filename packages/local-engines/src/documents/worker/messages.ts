import type { ReadResults, Wanted } from '@dragoman/functions/documents/document-reader';
import type { ExtractionHints } from '@dragoman/functions/documents/extraction/extracted';
import type { DocumentReadFailure } from '@dragoman/functions/documents/recognized-document';

// The messages between the server and a process that reads pictures.

/**
 * Environment variable with the folder for the worker's temporary files, which the server removes
 * however the worker ends.
 */
export const WORKER_FOLDER = 'DRAGOMAN_WORKER_FOLDER';

/** Environment variable that says which reader is to be used. */
export const WORKER_ENGINE = 'DRAGOMAN_WORKER_ENGINE';
/** The best installed reader, or always Tesseract. */
export const OCR_ENGINES = ['best', 'tesseract'] as const;
export type OcrEngine = (typeof OCR_ENGINES)[number];

/**
 * Environment variable with the `package.json` of the package that has PaddleOCR's models and ONNX
 * Runtime; unset: there is no such package.
 */
export const WORKER_PADDLE = 'DRAGOMAN_WORKER_PADDLE';

/** The readers that a process may use. */
export interface ReaderChoice {
  engine: OcrEngine;
  /**
   * Absolute path of the `package.json` of a package that may have PaddleOCR's models and ONNX
   * Runtime installed; null: Tesseract reads everything.
   */
  paddlePackage: string | null;
}

/** Server to worker: one picture. The next comes only after the answer. */
export interface ReadJob {
  image: Uint8Array;
  wanted: Wanted;
  hints: ExtractionHints;
}

/** The worker's result. */
export type ReadAnswer =
  | { kind: 'read'; result: ReadResults[Wanted] }
  | { kind: 'not-read'; failure: DocumentReadFailure; message: string };
