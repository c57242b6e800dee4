import { expect, test } from 'vitest';
import { isUuid } from './uuid.ts';

test.each([
  ['0198c1de-7b1a-7cc3-9a52-3f1b8f6c2d10', true],
  ['0198C1DE-7B1A-7CC3-9A52-3F1B8F6C2D10', true],
  ['0198c1de7b1a7cc39a523f1b8f6c2d10', false],
  ['0198c1de-7b1a-7cc3-9a52-3f1b8f6c2d1g', false],
  ['0198c1de-7b1a-7cc3-9a52-3f1b8f6c2d10\n', false],
  [42, false],
])('isUuid(%j) is %s', (value, expected) => {
  expect(isUuid(value)).toBe(expected);
});
