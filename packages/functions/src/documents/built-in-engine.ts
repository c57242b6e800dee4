import type { DocumentReader } from './document-reader.ts';
import type { ScanEngine } from './scan-engine.ts';

/**
 * Recognises the text and makes fields of it by rules: without a network, without a key.
 * @param timeoutMs the reader keeps its own time for each picture; waiting for it and starting it come on top
 */
export function builtInEngine(reader: DocumentReader, timeoutMs: number): ScanEngine {
  return {
    name: 'built-in',
    description: 'built in',
    timeoutMs,
    readCard: (image, options) => reader.read(image.bytes, 'card', options),
    readPass: (image, options) => reader.read(image.bytes, 'pass', options),
  };
}
