import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { imageSize } from 'image-size';

/** On a fair's network, larger pictures would slow down the page for all users. */
export const LARGEST_BYTES = 512 * 1024;
const HASH_CHARACTERS = 16;
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['svg', 'image/svg+xml'],
]);

/** A picture of the brand, held in memory: the checked bytes are the ones served. */
export interface BrandPicture {
  bytes: Buffer<ArrayBuffer>;
  type: string;
  /** In pixels. */
  width: number;
  height: number;
  /** Changes with the content. */
  version: string;
}

/** @returns the folder that the pictures of `brand.json` lie in. */
export function pictureFolder(dataDir: string): string {
  return path.join(dataDir, 'brand');
}

/**
 * Reads a picture by its name.
 * @throws an Error that says what is wrong with the file
 */
export function readPicture(dataDir: string, name: string): BrandPicture {
  const folder = pictureFolder(dataDir);
  const file = path.join(folder, name);
  const entry = entries(folder).find((one) => one.name === name);
  if (!entry) throw new Error(`there is no file ${file}`);
  // A link could lead out of the folder, to files that were never meant to be published.
  if (!entry.isFile()) throw new Error(`${file} is no plain file`);
  if (statSync(file).size > LARGEST_BYTES) {
    throw new Error(`${file} is larger than ${LARGEST_BYTES / 1024} kB`);
  }
  const bytes = readFileSync(file);
  const picture = pictureFrom(bytes);
  if (!picture) throw new Error(`${file} is no PNG, JPEG, WebP or SVG picture with a size`);
  return picture;
}

/** @returns null when it is no picture of a kind that is served */
export function pictureFrom(bytes: Buffer<ArrayBuffer>): BrandPicture | null {
  const measured = measure(bytes);
  if (!measured) return null;
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, HASH_CHARACTERS);
  return { bytes, version, ...measured };
}

function entries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Detects the type by the content, not by the name. */
function measure(bytes: Buffer): Pick<BrandPicture, 'type' | 'width' | 'height'> | null {
  try {
    const { type = '', width, height } = imageSize(bytes);
    const mediaType = MEDIA_TYPES.get(type);
    return mediaType && width > 0 && height > 0 ? { type: mediaType, width, height } : null;
  } catch {
    return null;
  }
}
