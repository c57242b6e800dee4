import { imageKind } from '@dragoman/domain/image-kind';
import { DocumentReadError } from '@dragoman/functions/documents/recognized-document';
import sharp, { type Sharp } from 'sharp';

/** Upright pixels, four bytes each: red, green, blue, and 255. */
export interface Picture {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** The largest cameras of phones make 50 megapixels. */
const MAX_PIXELS = 64_000_000;
/** This decoder holds the whole picture several times over. */
const MAX_HEIC_PIXELS = 50_000_000;
/** Longer side that print is read on; it needs less. */
const LONG_SIDE = 2000;
/**
 * Longer side that codes are looked for on when there was none on the smaller one: small codes on
 * large photographs.
 */
export const CODE_LONG_SIDE = 4000;

// SVG, PDF and whatever else the library can open have no business here, whatever their bytes
// pretend to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * Decodes a picture, turns it upright as its EXIF says, puts it on white, and makes it smaller if
 * it is large.
 * @param longSide of the result, at most
 * @throws {DocumentReadError} `not-an-image`, `animated` or `too-large`
 * @throws when a decoder breaks down itself
 */
export async function decodePicture(bytes: Uint8Array, longSide = LONG_SIDE): Promise<Picture> {
  const kind = imageKind(bytes);
  if (kind === 'gif') throw new DocumentReadError('animated', 'GIF pictures are not read');
  if (kind === null) throw new DocumentReadError('not-an-image', 'The format is not known');
  try {
    return await shrink(kind === 'heic' ? await openHeic(bytes) : await open(bytes), longSide);
  } catch (error) {
    // The latter two are the decoder's own end, out of memory or out of bounds, and it may be of no
    // use any more.
    if (
      error instanceof DocumentReadError ||
      error instanceof WebAssembly.RuntimeError ||
      error instanceof RangeError
    ) {
      throw error;
    }
    throw new DocumentReadError('not-an-image', 'The picture is broken', { cause: error });
  }
}

async function open(bytes: Uint8Array): Promise<Sharp> {
  // The size is checked by hand first, so that it can be told from a broken file.
  const header = await sharp(bytes, { limitInputPixels: false }).metadata();
  if ((header.pages ?? 1) > 1) throw new DocumentReadError('animated', 'The picture has more than one page');
  refuseMoreThan(MAX_PIXELS, header);
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' }).autoOrient();
}

/** The decoder turns the picture by itself. */
async function openHeic(bytes: Uint8Array): Promise<Sharp> {
  // A tenth of a second to load, and few pictures need it.
  const { all: decodeHeic } = await import('heic-decode');
  const images = await decodeHeic({ buffer: bytes });
  try {
    const [first] = images;
    if (!first) throw new DocumentReadError('not-an-image', 'The file holds no picture');
    refuseMoreThan(MAX_HEIC_PIXELS, first);
    const { data, width, height } = await first.decode();
    return sharp(data, { raw: { width, height, channels: 4 } });
  } finally {
    images.dispose();
  }
}

function refuseMoreThan(pixels: number, { width, height }: { width: number; height: number }): void {
  if (width * height > pixels) throw new DocumentReadError('too-large', 'The picture has too many pixels');
}

async function shrink(picture: Sharp, longSide: number): Promise<Picture> {
  const { data, info } = await picture
    .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return {
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
    width: info.width,
    height: info.height,
  };
}
