import { expect, test } from 'vitest';
import { imageKind } from './image-kind.ts';

test.each([
  ['jpeg', [0xff, 0xd8, 0xff, 0xe0]],
  ['png', [0x89, ...bytes('PNG\r\n\x1a\n')]],
  ['webp', bytes('RIFF\x10\0\0\0WEBPVP8 ')],
  ['heic', bytes('\0\0\0\x18ftypheic')],
  ['heic', bytes('\0\0\0\x18ftypmif1')],
  ['gif', bytes('GIF89a')],
  [null, bytes('\0\0\0\x18ftypavif')],
  [null, bytes('\0\0\0\x18ftypheis')],
  [null, bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  [null, bytes('%PDF-1.7')],
  [null, bytes('RIFF')],
  [null, []],
] as const)('%s', (kind, given) => {
  expect(imageKind(new Uint8Array(given))).toBe(kind);
});

function bytes(text: string): number[] {
  return [...text].map((character) => character.charCodeAt(0));
}
