import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { frameSize, sourceSize } from '../model/frame-size.ts';
import type { CodeReader } from './code-reader.ts';

// One object for all calls: another one would make the library instantiate its module anew.
const MODULE = { overrides: { locateFile: () => wasmUrl }, fireImmediately: true } as const;

/** The WebAssembly reader, its module fetched from our own origin. @throws when that cannot be loaded. */
export async function createWasmReader(): Promise<CodeReader> {
  await prepareZXingModule(MODULE);
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
      const frame = context.getImageData(0, 0, size.width, size.height);
      const codes = await readBarcodes(frame, {
        formats: ['QRCode'],
        // Spec section 5: inverted codes are not tried.
        tryInvert: false,
        tryHarder: true,
        maxNumberOfSymbols: 1,
      });
      return codes.find((code) => code.isValid)?.text ?? null;
    },
  };
}
