import { loadQrDecoder } from '@/shared/browser/qr-decoder.ts';

/** Sides in pixels that a code is looked at in: held close, and from two metres away. */
const SIDES = [480, 200] as const;
/** The share of the picture that is lost in fog: a bad camera, a lamp that shines on the poster. */
const FOG = 0.45;

/**
 * Checks whether a scanner can read the printed code: from close by, from afar, and through fog.
 * @param drawn the code with its quiet zone
 * @throws when the reader cannot be loaded
 */
export async function isReadable(drawn: HTMLCanvasElement, link: string): Promise<boolean> {
  const decode = await loadQrDecoder();
  for (const side of SIDES) {
    for (const fog of [0, FOG]) {
      if ((await decode(frame(drawn, side, fog))) !== link) return false;
    }
  }
  return true;
}

function frame(drawn: HTMLCanvasElement, side: number, fog: number): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser has no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(drawn, 0, 0, side, side);
  context.fillStyle = `rgb(128 128 128 / ${fog})`;
  context.fillRect(0, 0, side, side);
  return context.getImageData(0, 0, side, side);
}
