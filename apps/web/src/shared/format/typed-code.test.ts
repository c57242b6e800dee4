import { expect, it } from 'vitest';
import { readTypedCode } from './typed-code.ts';

it.each([
  ['012345', '012345'],
  [' 012 345\n', '012345'],
  ['012-345', '012345'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['０１２３４５', '012345'],
  ['no digits', ''],
])('reads %j as %j', (typed, code) => {
  expect(readTypedCode(typed)).toBe(code);
});
