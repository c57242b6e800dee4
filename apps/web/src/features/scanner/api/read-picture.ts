import type { Symbology } from '@dragoman/domain/cards/badge-symbologies';
import { mayBePicture, type PictureFailure, undecodable } from '../model/picture-file.ts';
import { browserParts, readStill } from './code-reader.ts';

export type PictureReading =
  | { kind: 'code'; text: string }
  | { kind: 'nothing' }
  | { kind: 'failed'; failure: PictureFailure };

/**
 * Longest sides to try, in px, one after the other: a code that fills the picture is best read
 * small, one on a stand across the hall only in detail. A phone's 48 megapixels are never copied
 * whole.
 */
const SIZES = [1280, 2560, 640] as const;

/**
 * Looks for a code in a picture from the gallery, which the browser turns upright by its EXIF
 * data. Never rejects.
 */
export async function readPicture(file: File, symbologies: readonly Symbology[]): Promise<PictureReading> {
  if (!mayBePicture(file)) return { kind: 'failed', failure: 'notAPicture' };
  const url = URL.createObjectURL(file);
  try {
    const image = await loadImage(url);
    if (!image) return { kind: 'failed', failure: undecodable(file) };
    const text = await readStill(image, SIZES, browserParts(symbologies));
    return text ? { kind: 'code', text } : { kind: 'nothing' };
  } catch {
    return { kind: 'failed', failure: 'reader' };
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** @returns the decoded picture; null when the browser cannot show it. */
function loadImage(url: string): Promise<HTMLImageElement | null> {
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => resolve(null);
    image.src = url;
  });
}
