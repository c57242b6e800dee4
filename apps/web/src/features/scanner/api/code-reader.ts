import { type CodeSource, frameSize, sourceSize } from '../model/frame-size.ts';

/** Reads QR codes out of a video or a picture. */
export interface CodeReader {
  /**
   * @param longest the frame is scaled down to so many px on its longer side.
   * @returns the text of a code in the picture or the present frame, or null.
   * @throws when the frame cannot be read.
   */
  read(source: CodeSource, longest: number): Promise<string | null>;
}

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
}

/**
 * The browser's own detector where there is one that knows QR codes, else the WebAssembly reader, which is loaded only
 * then. A native detector that fails at work (its service may be missing) is replaced, too.
 * @throws when no reader can be loaded.
 */
export async function createCodeReader(parts: CodeReaderParts = browserParts()): Promise<CodeReader> {
  const native = await nativeDetector(parts.Detector);
  if (!native) return parts.loadWasmReader();
  let replacement: CodeReader | null = null;
  return {
    async read(source, longest) {
      if (replacement) return replacement.read(source, longest);
      // Before the first frame a detector throws, which says nothing about it.
      if (!frameSize(sourceSize(source), longest)) return null;
      try {
        const codes = await native.detect(source);
        return codes.find((code) => code.rawValue)?.rawValue ?? null;
      } catch {
        replacement = await parts.loadWasmReader();
        return replacement.read(source, longest);
      }
    },
  };
}

async function nativeDetector(
  Detector: BarcodeDetectorClass | undefined,
): Promise<BarcodeDetectorLike | null> {
  try {
    // Some browsers have the class without a single format behind it.
    const formats = await Detector?.getSupportedFormats();
    return Detector && formats?.includes('qr_code') ? new Detector({ formats: ['qr_code'] }) : null;
  } catch {
    return null;
  }
}

function browserParts(): CodeReaderParts {
  return {
    Detector: (globalThis as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector,
    loadWasmReader: async () => (await import('./wasm-code-reader.ts')).createWasmReader(),
  };
}
