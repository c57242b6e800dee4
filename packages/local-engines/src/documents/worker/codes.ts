import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { BADGE_SYMBOLOGIES } from '@dragoman/domain/cards/badge-symbologies';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { CODE_LONG_SIDE, decodePicture, type Picture } from './picture.ts';

/** A card has one code, two at most; a picture of a wall of codes is not read to its end. */
const MAX_CODES = 4;

export type CodeReader = (picture: Picture) => Promise<string[]>;

/**
 * Loads the reader from the installed package; the library would fetch it from a public address.
 */
export async function createCodeReader(): Promise<CodeReader> {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const wasmBinary = new Uint8Array(await readFile(file)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  return async function readCodes({ data, width, height }) {
    const found = await readBarcodes(
      { data: data as Uint8ClampedArray<ArrayBuffer>, width, height, colorSpace: 'srgb' },
      { formats: [...BADGE_SYMBOLOGIES], tryHarder: true, tryInvert: true, maxNumberOfSymbols: MAX_CODES },
    );
    return found.filter(({ isValid }) => isValid).map(({ text }) => text);
  };
}

/** Longer side from which on a picture has probably been made smaller for reading. */
const SHRUNK = 2000;

/**
 * Looks for codes on a picture as it is read, and once more, larger, when there are none and it was
 * made smaller: a code that fills less than a tenth of a large photograph is lost otherwise.
 * @param bytes of the file that the picture was decoded from
 */
export async function findCodes(
  readCodes: CodeReader,
  picture: Picture,
  bytes: Uint8Array,
): Promise<string[]> {
  const codes = await readCodes(picture);
  if (codes.length > 0 || Math.max(picture.width, picture.height) < SHRUNK) return codes;
  return readCodes(await decodePicture(bytes, CODE_LONG_SIDE));
}
