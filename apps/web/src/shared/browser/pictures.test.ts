import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodePicture, fitWithin, withPictureType } from './pictures.ts';

describe('fitWithin', () => {
  it.each([
    [{ width: 4000, height: 3000 }, 2000, { width: 2000, height: 1500 }],
    [{ width: 3000, height: 4000 }, 2000, { width: 1500, height: 2000 }],
    [{ width: 640, height: 480 }, 2000, { width: 640, height: 480 }],
    [{ width: 10_000, height: 1 }, 512, { width: 512, height: 1 }],
  ])('%o within %i: %o', (size, side, fitted) => {
    expect(fitWithin(size, side)).toEqual(fitted);
  });
});

describe('withPictureType', () => {
  it('knows HEIC by its name where the system knows no type', () => {
    expect(withPictureType(new File(['x'], 'IMG_1.HEIC')).type).toBe('image/heic');
  });

  it('leaves every other file as it is', () => {
    const files = [new File(['x'], 'a.heic', { type: 'text/plain' }), new File(['x'], 'notes')];
    for (const file of files) expect(withPictureType(file)).toBe(file);
  });
});

describe('decodePicture', () => {
  afterEach(() => vi.unstubAllGlobals());
  const picture = new Blob(['x'], { type: 'image/jpeg' });
  const bitmap = { width: 1, height: 1 } as ImageBitmap;

  it('asks again without options where the browser does not know them', async () => {
    vi.stubGlobal('createImageBitmap', async (_: Blob, options?: object) => {
      if (options) throw new TypeError("'from-image' is not a valid enum value of type ImageOrientation");
      return bitmap;
    });
    expect(await decodePicture(picture)).toBe(bitmap);
  });

  it('asks again where the browser has scaled the picture before turning it', async () => {
    const close = vi.fn();
    vi.stubGlobal('createImageBitmap', async (_: Blob, options?: object) =>
      options ? { width: 2, height: 1, close } : bitmap,
    );
    expect(await decodePicture(picture, { width: 1, height: 2 })).toBe(bitmap);
    expect(close).toHaveBeenCalledOnce();
  });

  it('finds no picture in what the browser cannot read', async () => {
    vi.stubGlobal('createImageBitmap', async () => {
      throw new DOMException('The source image could not be decoded.', 'InvalidStateError');
    });
    expect(await decodePicture(picture)).toBeNull();
  });
});
