import { expect, test } from 'vitest';
import {
  answerVerdict,
  citedNumbers,
  withKnownCitations,
  withoutCitations,
} from './knowledge-base-answer.ts';

test.each([
  ['Three years [2], and samples are free [1].', [1, 2]],
  ['三年【1】，免费样品[2、3]。', [1, 2, 3]],
  ['ثلاث سنوات [٢] [١، ٣]', [1, 2, 3]],
  ['Three years [9], [0], [1000] and [x]', []],
  ['[1] [1][1, 9]', [1]],
])('%s cites %j of three', (text, numbers) => {
  expect(citedNumbers(text, 3)).toEqual(numbers);
});

test('a citation of a passage that was not given is dropped, the others stay', () => {
  expect(withKnownCitations('Three years [7]. Samples are free [1, 7]. 三年【2】。', 2)).toBe(
    'Three years. Samples are free [1]. 三年 [2]。',
  );
});

test('as a reply it has no citations', () => {
  expect(withoutCitations('Three years [1]. Samples are free[2, 3].\nAsk us [x]')).toBe(
    'Three years. Samples are free.\nAsk us [x]',
  );
});

test('an answer that names no place that was given is not supported, once it is whole', () => {
  expect(answerVerdict('Three years', false, 2)).toBe('open');
  expect(answerVerdict('Three years', true, 2)).toBe('unsupported');
  expect(answerVerdict('Three years [3]', true, 2)).toBe('unsupported');
  expect(answerVerdict('Three years [2]', false, 2)).toBe('supported');
  expect(answerVerdict('NOT FOUND', true, 2)).toBe('not-found');
  expect(answerVerdict('**Not found**.', true, 2)).toBe('not-found');
  expect(answerVerdict('NOT F', false, 2)).toBe('open');
});
