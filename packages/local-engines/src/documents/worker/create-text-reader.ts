import type { ReaderChoice } from './messages.ts';
import { createPaddleReader } from './paddle/paddle-reader.ts';
import { findPaddle } from './paddle/runtime.ts';
import { createTesseractReader } from './tesseract.ts';
import type { TextReader } from './text-reader.ts';

/**
 * The best reader of what works here: PaddleOCR's models with Tesseract for Arabic, else Tesseract
 * alone, also where a model that is installed cannot be loaded. Its name tells which.
 * @param choice which of them is allowed, and where PaddleOCR's models may be
 */
export async function createTextReader({ engine, paddlePackage }: ReaderChoice): Promise<TextReader> {
  if (engine === 'tesseract' || paddlePackage === null) return createTesseractReader();
  const paddle = findPaddle(paddlePackage);
  if (!paddle) return createTesseractReader();
  return createPaddleReader(paddle.runtime, paddle.files).catch(createTesseractReader);
}
