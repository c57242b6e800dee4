/**
 * Formats of pictures that are told apart by their first bytes; a file's name is only the sender's
 * claim.
 */
export type ImageKind = 'jpeg' | 'png' | 'webp' | 'heic' | 'gif';

/** Formats that are read. */
export type ReadableKind = Exclude<ImageKind, 'gif'>;

/**
 * Major brands of HEIF files with HEVC inside, or without information about their contents; those
 * that the decoder knows.
 */
const HEIC_BRANDS = new Set(['heic', 'heix', 'mif1']);

/** @returns the format of a picture; null for an unknown one, such as SVG, PDF, TIFF or text */
export function imageKind(bytes: Uint8Array): ImageKind | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  if (ascii(bytes, 4, 8) === 'ftyp' && HEIC_BRANDS.has(ascii(bytes, 8, 12))) return 'heic';
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'gif';
  return null;
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
