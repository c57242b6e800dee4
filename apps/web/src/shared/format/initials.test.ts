import { expect, it } from 'vitest';
import { initials } from './initials.ts';

it.each([
  ['Ada Marsh', 'AM'],
  ['ada', 'A'],
  ['  Jean  Paul   Okoro ', 'JO'],
  ['李伟', '李'],
  ['ليلى حداد', 'ل'],
  ['(Ops) Team', 'OT'],
  ['🙂', '?'],
  ['', '?'],
  [null, '?'],
])('abbreviates %j to %j', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
