import type { Symbology } from '@dragoman/domain/cards/badge-symbologies';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

// One object for all calls: the library would instantiate its module again for another one.
const MODULE = { overrides: { locateFile: () => wasmUrl }, fireImmediately: true } as const;

/** Symbologies of join codes and posters. */
const OWN_CODES = ['QRCode'] as const;

/** Reads the text of a code in a picture; null without a code. */
export type QrDecoder = (frame: ImageData) => Promise<string | null>;

/**
 * The WebAssembly reader, its module fetched from our own origin.
 * @param symbologies that are looked for; QR codes alone unless told
 * @throws when that cannot be loaded.
 */
export async function loadQrDecoder(symbologies: readonly Symbology[] = OWN_CODES): Promise<QrDecoder> {
  await prepareZXingModule(MODULE);
  return async (frame) => {
    const codes = await readBarcodes(frame, {
      formats: [...symbologies],
      // Specification 5.9: inverted codes are not tried.
      tryInvert: false,
      tryHarder: true,
      maxNumberOfSymbols: 1,
    });
    return codes.find((code) => code.isValid)?.text ?? null;
  };
}
