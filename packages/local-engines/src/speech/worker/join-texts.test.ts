import { expect, it } from 'vitest';
import { joinTexts } from './join-texts.ts';

it.each([
  [['你好。', '多少钱？'], '你好。多少钱？'],
  [['Hello.', ' How much is it? '], 'Hello. How much is it?'],
  [['مرحبا.', 'كم السعر؟'], 'مرحبا. كم السعر؟'],
  [['我要', 'LED 灯'], '我要 LED 灯'],
  [['', ' ', 'Hello'], 'Hello'],
  [[], ''],
])('%j', (texts, joined) => {
  expect(joinTexts(texts)).toBe(joined);
});
