import { expect, it } from 'vitest';
import { pictureBox } from './picture-box.ts';

it.each([
  [2048, 1536, 260, '260 / 195'],
  [1536, 2048, 225, '225 / 300'],
  // A panorama and a receipt leave room for the button on them.
  [2048, 100, 260, '260 / 132'],
  [60, 2048, 132, '132 / 300'],
  [20, 20, 132, '132 / 132'],
  [null, undefined, 260, '1 / 1'],
])('a picture of %s x %s has a place before it is there', (width, height, shown, aspectRatio) => {
  expect(pictureBox(width, height)).toEqual({ width: shown, aspectRatio });
});
