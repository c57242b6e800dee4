import { expect, test } from 'vitest';
import { recognizedLines } from '../../testing/recognized-lines.ts';
import { isOnlyLabel, labelsIn } from './labels.ts';
import { findWechatId } from './messengers.ts';
import { segments } from './segments.ts';

test.each([
  ['Tel:', ['phone']],
  ['M:', ['mobile']],
  ['Mobile / WhatsApp', ['whatsapp', 'mobile']],
  ['传真:', ['fax']],
  ['手机', ['mobile']],
  ['واتس اب:', ['whatsapp']],
  ['فاكس', ['fax']],
  ['P.O. Box', []],
  ['Faxon Motors', []],
])('%s', (text, labels) => {
  expect(labelsIn(text)).toEqual(labels);
});

test('a label alone is told from a name with an initial', () => {
  expect(isOnlyLabel('WhatsApp:')).toBe(true);
  expect(isOnlyLabel('Tel 电话:')).toBe(true);
  expect(isOnlyLabel('James T. Okoro')).toBe(false);
});

test('a WeChat ID is one by its label only', () => {
  const id = (...lines: string[]) => findWechatId(segments(recognizedLines(lines)))?.text;
  expect(id('WeChat: rk_menon88')).toBe('rk_menon88');
  expect(id('微信: zhou-minghua')).toBe('zhou-minghua');
  expect(id('rk_menon88', 'Mobile: +91 98204 51173')).toBeUndefined();
});
