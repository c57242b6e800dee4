import { describe, expect, it } from 'vitest';
import { fitWithin, withPictureType } from './pictures.ts';

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
