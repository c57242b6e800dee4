import type { CodeSource } from '../model/frame-size.ts';
import { mayBePicture, type PictureFailure, undecodable } from '../model/picture-file.ts';
import { type CodeReader, createCodeReader } from './code-reader.ts';

export type PictureReading =
  | { kind: 'code'; text: string }
  | { kind: 'nothing' }
  | { kind: 'failed'; failure: PictureFailure };

/**
 * Longest sides to look at, in px, one after the other: a code that fills the picture is read best when it is small, one
 * on a stand across the hall only in detail. A phone's 48 megapixels are never copied whole.
 */
const SIZES = [1280, 2560, 640] as const;

/**
 * Looks for a QR code in a picture from the gallery, which the browser turns upright by its EXIF data. Never rejects.
 * @param loadReader loads what reads codes; it is asked only once the picture is there.
 */
export async function readPicture(
  file: File,
  loadReader: () => Promise<CodeReader> = createCodeReader,
): Promise<PictureReading> {
  if (!mayBePicture(file)) return { kind: 'failed', failure: 'notAPicture' };
  const url = URL.createObjectURL(file);
  try {
    const image = await loadImage(url);
    if (!image) return { kind: 'failed', failure: undecodable(file) };
    const reader = await loadReader();
    const text = await readAtSizes(reader, image);
    return text ? { kind: 'code', text } : { kind: 'nothing' };
  } catch {
    return { kind: 'failed', failure: 'reader' };
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function readAtSizes(reader: CodeReader, image: CodeSource): Promise<string | null> {
  for (const size of SIZES) {
    const text = await reader.read(image, size);
    if (text) return text;
  }
  return null;
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
