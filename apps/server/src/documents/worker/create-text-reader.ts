import { createPaddleReader } from './paddle/paddle-reader.ts';
import { findPaddle } from './paddle/runtime.ts';
import { createTesseractReader } from './tesseract-reader.ts';
import type { TextReader } from './text-reader.ts';

/** The best reader of what is installed: PaddleOCR's models with Tesseract for Arabic, else Tesseract alone. */
export async function createTextReader(): Promise<TextReader> {
  const paddle = findPaddle();
  return paddle ? createPaddleReader(paddle.runtime, paddle.files) : createTesseractReader();
}
