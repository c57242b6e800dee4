import { frameSize } from '../model/frame-size.ts';

/** Reads QR codes out of a video. */
export interface CodeReader {
  /**
   * @param longest the frame is scaled down to so many px on its longer side.
   * @returns the text of a code in the present frame, or null.
   * @throws when the frame cannot be read.
   */
  read(video: HTMLVideoElement, longest: number): Promise<string | null>;
}

/** The part of the Shape Detection API that is used; TypeScript's DOM library does not have it. */
interface BarcodeDetectorLike {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>;
}
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetectorLike;
  getSupportedFormats(): Promise<string[]>;
}

/**
 * The browser's own detector where there is one that knows QR codes, else the WebAssembly reader, which is loaded only
 * then. A native detector that fails at work (its service may be missing) is replaced, too.
 * @throws when no reader can be loaded.
 */
export async function createCodeReader(): Promise<CodeReader> {
  const native = await nativeDetector();
  if (!native) return loadWasmReader();
  let fallback: Promise<CodeReader> | null = null;
  return {
    async read(video, longest) {
      if (fallback) return (await fallback).read(video, longest);
      try {
        const codes = await native.detect(video);
        return codes.find((code) => code.rawValue)?.rawValue ?? null;
      } catch {
        if (!frameSize({ width: video.videoWidth, height: video.videoHeight }, longest)) return null;
        fallback = loadWasmReader();
        return (await fallback).read(video, longest);
      }
    },
  };
}

async function nativeDetector(): Promise<BarcodeDetectorLike | null> {
  const Detector = (globalThis as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector;
  try {
    // Some browsers have the class without a single format behind it.
    const formats = await Detector?.getSupportedFormats();
    return Detector && formats?.includes('qr_code') ? new Detector({ formats: ['qr_code'] }) : null;
  } catch {
    return null;
  }
}

async function loadWasmReader(): Promise<CodeReader> {
  const { createWasmReader } = await import('./wasm-code-reader.ts');
  return createWasmReader();
}
