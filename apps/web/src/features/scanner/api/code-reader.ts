import type { Symbology } from '@dragoman/domain/cards/badge-symbologies';
import type { CodeReader } from '../model/code-reader.ts';
import { type CodeSource, frameSize, sourceSize } from '../model/frame-size.ts';

/** The part of the Shape Detection API that is used; TypeScript's DOM library does not have it. */
export interface BarcodeDetectorLike {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>;
}
export interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetectorLike;
  getSupportedFormats(): Promise<string[]>;
}

export interface CodeReaderParts {
  /** The browser's detector, if it has one. */
  Detector: BarcodeDetectorClass | undefined;
  /** Loads the WebAssembly reader. */
  loadWasmReader(): Promise<CodeReader>;
  /** What to look for; QR codes alone unless told. */
  symbologies?: readonly Symbology[];
}

const NATIVE_NAMES: Record<Symbology, string> = {
  QRCode: 'qr_code',
  PDF417: 'pdf417',
  Aztec: 'aztec',
  DataMatrix: 'data_matrix',
};

/**
 * The browser's own detector where there is one that knows all the symbologies, else the WebAssembly reader,
 * which is loaded only then. A native detector that fails at work (its service may be missing) is
 * replaced, too.
 * @throws when no reader can be loaded.
 */
export async function createCodeReader(parts: CodeReaderParts): Promise<CodeReader> {
  const native = await nativeDetector(parts);
  if (!native) return parts.loadWasmReader();
  let replacement: CodeReader | null = null;
  return {
    async read(source, longest) {
      if (replacement) return replacement.read(source, longest);
      // Before the first frame a detector throws, which says nothing about it.
      if (!frameSize(sourceSize(source), longest)) return null;
      try {
        return await detectText(native, source);
      } catch {
        replacement = await parts.loadWasmReader();
        return replacement.read(source, longest);
      }
    },
  };
}

/**
 * Reads a picture that stays as it is: the browser's own detector sees it once, whole, and where
 * that finds nothing or fails, the WebAssembly reader looks at it in several sizes.
 * @param sizes longest sides in px, in the order to try.
 * @returns the text of a code in the picture, or null.
 * @throws when no reader could look at it.
 */
export async function readStill(
  image: HTMLImageElement,
  sizes: readonly number[],
  parts: CodeReaderParts,
): Promise<string | null> {
  const native = await nativeDetector(parts);
  let looked = false;
  try {
    const text = native && (await detectText(native, image));
    if (text) return text;
    looked = native !== null;
  } catch {
    // Its service may be missing.
  }
  const reader = await parts.loadWasmReader().catch((error: unknown) => {
    if (!looked) throw error;
    // A failure, for example without a network, is ignored: one reader has looked nevertheless.
    return null;
  });
  for (const size of reader ? sizes : []) {
    const text = await reader?.read(image, size);
    if (text) return text;
  }
  return null;
}

async function detectText(detector: BarcodeDetectorLike, source: CodeSource): Promise<string | null> {
  const codes = await detector.detect(source);
  return codes.find((code) => code.rawValue)?.rawValue ?? null;
}

async function nativeDetector({
  Detector,
  symbologies = ['QRCode'],
}: CodeReaderParts): Promise<BarcodeDetectorLike | null> {
  try {
    // Some browsers have the class, but support no format.
    const known = await Detector?.getSupportedFormats();
    const formats = symbologies.map((one) => NATIVE_NAMES[one]);
    return Detector && formats.every((one) => known?.includes(one)) ? new Detector({ formats }) : null;
  } catch {
    return null;
  }
}

/** What this browser has. @param symbologies that are looked for */
export function browserParts(symbologies: readonly Symbology[]): CodeReaderParts {
  return {
    symbologies,
    Detector: (globalThis as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector,
    loadWasmReader: async () => (await import('./wasm-code-reader.ts')).createWasmReader(symbologies),
  };
}
