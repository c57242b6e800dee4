import { createTesseractReader } from './tesseract-reader.ts';
import type { TextReader } from './text-reader.ts';

/** The best reader of what is installed. */
export function createTextReader(): Promise<TextReader> {
  return createTesseractReader();
}
