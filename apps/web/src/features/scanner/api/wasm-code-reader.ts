import type { Symbology } from '@dragoman/domain/cards/badge-symbologies';
import { loadQrDecoder } from '@/shared/browser/qr-decoder.ts';
import type { CodeReader } from '../model/code-reader.ts';
import { frameSize, sourceSize } from '../model/frame-size.ts';

/** The WebAssembly reader. @throws when it cannot be loaded. */
export async function createWasmReader(symbologies: readonly Symbology[]): Promise<CodeReader> {
  const decode = await loadQrDecoder(symbologies);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no 2d canvas');
  return {
    async read(source, longest) {
      const size = frameSize(sourceSize(source), longest);
      if (!size) return null;
      canvas.width = size.width;
      canvas.height = size.height;
      context.drawImage(source, 0, 0, size.width, size.height);
      return decode(context.getImageData(0, 0, size.width, size.height));
    },
  };
}
