import { expect, test } from 'vitest';
import { textLines } from './text-lines.ts';

/** Every character is one wide. */
const measure = (text: string) => [...text].length;

test.each<[string, string, number, string[]]>([
  ['a text that fits stays whole', 'Nora Whitfield', 20, ['Nora Whitfield']],
  ['words are kept together', 'Nora Whitfield', 10, ['Nora', 'Whitfield']],
  ['Han breaks between characters', '深圳市宏远精密', 4, ['深圳市宏', '远精密']],
  ['punctuation stays with what it follows', '宏远，精密', 3, ['宏远，', '精密']],
  ['Arabic breaks between words', 'شركة الأفق', 6, ['شركة', 'الأفق']],
  ['a word wider than a line is broken', 'abcdefgh', 5, ['abcde', 'fgh']],
  ['line breaks and runs of spaces count as one space', ' a \n  b ', 9, ['a b']],
  ['nothing gives no line', '  ', 9, []],
])('%s', (_what, text, width, lines) => {
  expect(textLines(text, width, 2, measure)).toEqual(lines);
});

test('what does not fit ends in an ellipsis, within the width', () => {
  expect(textLines('one two three four', 7, 2, measure)).toEqual(['one two', 'three…']);
  expect(textLines('one two exactly four', 7, 2, measure)).toEqual(['one two', 'exactl…']);
});
