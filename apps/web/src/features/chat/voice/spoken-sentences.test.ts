import { expect, it } from 'vitest';
import { spokenSentences } from './spoken-sentences.ts';

it.each([
  ['en', 'Hello! Is this lamp dimmable? Yes.', ['Hello!', 'Is this lamp dimmable?', 'Yes.']],
  ['zh', '您好！可以定制颜色吗？可以。', ['您好！', '可以定制颜色吗？', '可以。']],
  ['ar', 'مرحبا. هل يتوفر بلون آخر؟ نعم.', ['مرحبا.', 'هل يتوفر بلون آخر؟', 'نعم.']],
  ['en', 'One\nTwo\n\nThree', ['One', 'Two', 'Three']],
  ['en', '👍🏽 🎉', []],
  ['en', '   ', []],
  ['en', 'See https://www.lamps.example/list?page=2&sort=price today', ['See lamps.example today']],
] as const)('%s: %s', (language, text, expected) => {
  expect(spokenSentences(text, language)).toEqual(expected);
});

it.each([
  ['en', 'a quarter of the order '.repeat(40)],
  ['zh', '我们的灯具可以定制'.repeat(40)],
  ['ar', 'ربع الطلب من المصابيح '.repeat(40)],
] as const)('a long sentence in %s is cut between words, and loses nothing', (language, text) => {
  const pieces = spokenSentences(text, language);
  expect(pieces.length).toBeGreaterThan(1);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(180);
  const letters = (part: string) => part.replaceAll(/\s/g, '');
  expect(letters(pieces.join(''))).toBe(letters(text));
});
