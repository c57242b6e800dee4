import { isImageType } from '@dragoman/domain/cards/document-scan';

/** Chosen or taken pictures are scaled down in the browser, because a fair's network is slow. */

export interface Size {
  width: number;
  height: number;
}

/** @returns the size of a picture whose longer side is at most `side`, in pixels; it never grows */
export function fitWithin({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * A chosen file with the media type of its pixels. Some systems know no type for the HEIC pictures
 * of phones: their names tell.
 */
export function withPictureType(file: File): File {
  if (file.type || !/\.hei[cf]$/i.test(file.name)) return file;
  return new File([file], file.name, { type: 'image/heic' });
}

/**
 * @param size to which the browser scales it while it decodes: a large photo takes 160 MB whole
 * @returns the picture upright, as its EXIF says; null when this browser cannot read it.
 */
export async function decodePicture(picture: Blob, size?: Size): Promise<ImageBitmap | null> {
  if (!isImageType(picture.type)) return null;
  const options: ImageBitmapOptions = {
    imageOrientation: 'from-image',
    ...(size && { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: 'high' }),
  };
  const decoded = await createImageBitmap(picture, options).catch(() => null);
  if (decoded && !(size && isOnItsSide(decoded, size))) return decoded;
  // An option is unknown (Chrome before 111 turns pictures upright unasked), or the browser has
  // scaled the picture before turning it, which distorts it (Chrome 111).
  decoded?.close();
  return createImageBitmap(picture).catch(() => null);
}

function isOnItsSide(picture: Size, wanted: Size): boolean {
  return wanted.width !== wanted.height && picture.width === wanted.height && picture.height === wanted.width;
}

/**
 * Reads a picture's size without its pixels: browsers decode an `<img>` when they draw it.
 * @returns the size upright; null when this browser cannot read the picture
 */
export function pictureSize(picture: Blob): Promise<Size | null> {
  const url = URL.createObjectURL(picture);
  const image = new Image();
  return new Promise<Size | null>((resolve) => {
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => resolve(null);
    image.src = url;
  }).finally(() => URL.revokeObjectURL(url));
}

/** Part of a picture, in pixels of the picture. */
export interface Area extends Size {
  x: number;
  y: number;
}

/** Draws a part of a picture at another size, on white where it is see-through. */
export function drawPicture(picture: ImageBitmap, area: Area, size: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size.width, size.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, size.width, size.height);
  return canvas;
}

/**
 * @param types media types by preference; a browser that cannot write one makes a PNG instead, so
 * the next is tried
 * @param quality between 0 and 1
 * @throws when the browser writes none of them
 */
export async function encodePicture(
  canvas: HTMLCanvasElement,
  types: readonly string[],
  quality: number,
): Promise<Blob> {
  for (const type of types) {
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
    if (blob?.type === type) return blob;
  }
  throw new Error('This browser cannot write pictures');
}

/**
 * Makes a picture small enough to send: its longer side at most `side` pixels, as JPEG, upright,
 * and without what the camera wrote about place and time.
 * @returns the picture as it is when this browser cannot read it (HEIC, most often): others can
 */
export async function shrinkPicture(picture: Blob, side: number, quality: number): Promise<Blob> {
  return (await redrawPicture(picture, side, quality))?.blob ?? picture;
}

/**
 * Like {@link shrinkPicture}, with the size of the new picture.
 * @returns null when this browser cannot read the picture
 */
export async function redrawPicture(
  picture: Blob,
  side: number,
  quality: number,
): Promise<{ blob: Blob; size: Size } | null> {
  const natural = await pictureSize(picture);
  const isLarge = natural !== null && Math.max(natural.width, natural.height) > side;
  const bitmap = await decodePicture(picture, isLarge ? fitWithin(natural, side) : undefined);
  if (!bitmap) return null;
  try {
    const size = fitWithin(bitmap, side);
    const canvas = drawPicture(bitmap, { x: 0, y: 0, ...sizeOf(bitmap) }, size);
    return { blob: await encodePicture(canvas, ['image/jpeg'], quality), size };
  } finally {
    bitmap.close();
  }
}

/** @returns the bytes as a `data:` URL. */
export function readDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

function sizeOf({ width, height }: ImageBitmap): Size {
  return { width, height };
}
