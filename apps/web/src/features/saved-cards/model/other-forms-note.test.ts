import { expect, test } from 'vitest';
import { noteWithReplaced } from './other-forms-note.ts';

test.each([
  ['the two change places', '陈思远', '陈思远', 'Chen Siyuan', 'Chen Siyuan'],
  ['the others stay', '陈思远 · 远山', '陈思远', 'Chen Siyuan', 'Chen Siyuan · 远山'],
  ['a note that was emptied gets the name', '', '陈思远', 'Chen Siyuan', 'Chen Siyuan'],
  [
    'a note of one’s own stays, and the name follows',
    'Met at tea',
    '陈思远',
    'Chen Siyuan',
    'Met at tea · Chen Siyuan',
  ],
  ['nothing is written twice', 'Chen Siyuan, at tea', '陈思远', 'Chen Siyuan', 'Chen Siyuan, at tea'],
])('%s', (_, note, chosen, replaced, result) => {
  expect(noteWithReplaced(note, chosen, replaced)).toBe(result);
});
