import type { DocumentReader } from './document-reader.ts';
import { recognizedText } from './recognized-text.ts';
import type { ScanProvider } from './scan-provider.ts';

/**
 * Recognises the text and makes fields of it by rules: without a network, without a key.
 * @param timeoutMs the reader keeps its own time for each picture; waiting for it and starting it
 * come on top
 */
export function builtInProvider(reader: DocumentReader, timeoutMs: number): ScanProvider {
  return {
    name: 'built-in',
    description: 'built in',
    timeoutMs,
    readCard: (image, options) => reader.read(image.bytes, 'card', options),
    readPass: (image, options) => reader.read(image.bytes, 'pass', options),
    readText: async (image, options) => recognizedText(await reader.read(image.bytes, 'text', options)),
  };
}
