import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Larger pictures would be felt on a fair's network by everybody who opens a page. */
const LARGEST_BYTES = 512 * 1024;
const HASH_CHARACTERS = 16;

/** A picture of the brand, held in memory: what was checked is what is served. */
export interface BrandPicture {
  bytes: Buffer<ArrayBuffer>;
  type: string;
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
  // A link could lead out of the folder, to what nobody meant to publish.
  if (!entry.isFile()) throw new Error(`${file} is no plain file`);
  if (statSync(file).size > LARGEST_BYTES) {
    throw new Error(`${file} is larger than ${LARGEST_BYTES / 1024} kB`);
  }
  const bytes = readFileSync(file);
  const type = pictureType(bytes);
  if (!type) throw new Error(`${file} is no PNG, JPEG, WebP or SVG picture`);
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, HASH_CHARACTERS);
  return { bytes, type, version };
}

function entries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** By its first bytes, not by its name. */
function pictureType(bytes: Buffer): string | null {
  const start = bytes.subarray(0, 12).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp';
  const text = bytes
    .subarray(0, 4096)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (/^<(\?xml|!--|!DOCTYPE svg|svg[\s/>])/i.test(text) && /<svg[\s/>]/i.test(text)) return 'image/svg+xml';
  return null;
}
