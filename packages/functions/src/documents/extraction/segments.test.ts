import { expect, test } from 'vitest';
import { recognizedLines } from '../../testing/recognized-lines.ts';
import { segments } from './segments.ts';

test('of a page of text so many lines are looked at, the largest ones, in their order', () => {
  const page = Array.from({ length: 400 }, (_, n) => ({
    text: `line ${n}`,
    height: n % 100 === 50 ? 40 : 20,
  }));
  const found = segments(recognizedLines(page));
  expect(found).toHaveLength(120);
  expect(found.filter(({ height }) => height === 40).map(({ text }) => text)).toEqual([
    'line 50',
    'line 150',
    'line 250',
    'line 350',
  ]);
});

test('and so many words of a line, none of them endless', () => {
  const line = [...Array.from({ length: 100 }, (_, n) => `word${n}`)].join(' ');
  const found = segments(recognizedLines([`${'x'.repeat(5_000)} ${line}`]));
  expect(found.flatMap(({ words }) => words)).toHaveLength(39);
});
