import type { ReaderEngine } from './messages.ts';
import { createPaddleReader } from './paddle/paddle-reader.ts';
import { findPaddle } from './paddle/runtime.ts';
import { createTesseractReader } from './tesseract-reader.ts';
import type { TextReader } from './text-reader.ts';

/**
 * The best reader of what works here: PaddleOCR's models with Tesseract for Arabic, else Tesseract alone, also where a model that is
 * installed cannot be loaded. Its name tells which.
 * @param engine which of them is allowed
 */
export async function createTextReader(engine: ReaderEngine): Promise<TextReader> {
  if (engine === 'tesseract') return createTesseractReader();
  const paddle = findPaddle();
  if (!paddle) return createTesseractReader();
  return createPaddleReader(paddle.runtime, paddle.files).catch(createTesseractReader);
}
