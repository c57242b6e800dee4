import { describe, expect, it } from 'vitest';
import { mayBePicture, undecodable } from './picture-file.ts';

describe('mayBePicture', () => {
  it.each([
    [{ name: 'code.png', type: 'image/png' }, true],
    // Android's gallery and HEIC files may come without a type.
    [{ name: 'IMG_0001.HEIC', type: '' }, true],
    [{ name: 'price-list.pdf', type: 'application/pdf' }, false],
    [{ name: 'clip.mp4', type: 'video/mp4' }, false],
  ])('%o: %s', (file, expected) => {
    expect(mayBePicture(file)).toBe(expected);
  });
});

describe('undecodable', () => {
  it.each([
    [{ name: 'IMG_0001.HEIC', type: '' }, 'heic'],
    [{ name: 'photo', type: 'image/heif' }, 'heic'],
    [{ name: 'photo.jpg', type: 'image/jpeg' }, 'unreadable'],
    [{ name: 'notes', type: '' }, 'notAPicture'],
  ] as const)('%o is %s', (file, expected) => {
    expect(undecodable(file)).toBe(expected);
  });
});
