import { extractBusinessCard } from './extraction/business-card.ts';
import { extractEntrancePass } from './extraction/entrance-pass.ts';
import type { DocumentReader } from './recognized-document.ts';
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
    async readCard(image, { signal, hints }) {
      return extractBusinessCard(await reader.read(image.bytes, { signal }), hints);
    },
    async readPass(image, { signal, hints }) {
      return extractEntrancePass(await reader.read(image.bytes, { signal }), hints);
    },
  };
}
