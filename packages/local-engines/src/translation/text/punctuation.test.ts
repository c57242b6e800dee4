import { expect, it } from 'vitest';
import { localPunctuation } from './punctuation.ts';

it.each([
  ['zh', '你好, 价格是多少?', '你好，价格是多少？'],
  ['zh', '价格 是 3.5 美元.', '价格是 3.5 美元。'],
  ['zh', '我们用 WhatsApp.', '我们用 WhatsApp。'],
  ['zh', '下午 3:30, OK', '下午 3:30, OK'],
  ['ar', 'مرحبا, كم السعر?', 'مرحبا، كم السعر؟'],
  ['ar', 'السعر 1,500 درهم.', 'السعر 1,500 درهم.'],
  ['en', 'Hello，how much？', 'Hello, how much?'],
  ['en', 'It costs 1,500.', 'It costs 1,500.'],
] as const)('%s: %s', (language, sentence, expected) => {
  expect(localPunctuation(sentence, language)).toBe(expected);
});
