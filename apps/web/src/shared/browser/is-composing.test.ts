import { expect, it } from 'vitest';
import { isComposing } from './is-composing.ts';

it.each([
  ['Enter alone', { isComposing: false, keyCode: 13 }, false],
  ['Enter that chooses a candidate in Chromium', { isComposing: true, keyCode: 229 }, true],
  ['Enter that chooses a candidate in Safari', { isComposing: false, keyCode: 229 }, true],
  ['a key during a composition, with its own code', { isComposing: true, keyCode: 13 }, true],
])('tells whether an input method is composing: %s', (_, event, expected) => {
  expect(isComposing(event)).toBe(expected);
});
