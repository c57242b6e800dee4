import { page } from 'vitest/browser';
import { loadQrDecoder } from '../browser/qr-decoder.ts';

/** @returns the text of the code that a phone would read off the screen; null without one */
export async function readQrOnScreen(): Promise<string | null> {
  const png = await page.screenshot({ save: false });
  return readQr(await (await fetch(`data:image/png;base64,${png}`)).blob());
}

/** @returns the text of the code in a picture; null without one */
export async function readQr(picture: Blob | HTMLImageElement): Promise<string | null> {
  const bitmap = await createImageBitmap(picture);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!context) throw new Error('No canvas to draw on');
  context.drawImage(bitmap, 0, 0);
  const decode = await loadQrDecoder();
  return decode(context.getImageData(0, 0, bitmap.width, bitmap.height));
}
