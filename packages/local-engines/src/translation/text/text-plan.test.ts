import type { Language } from '@dragoman/domain/languages';
import { expect, it } from 'vitest';
import { planText } from './text-plan.ts';

/** @returns the sentences, and the text with each of them in brackets */
function taken(text: string, source: Language, target: Language) {
  const plan = planText(text, source, target);
  const sentences = plan.sentences.map((sentence) => sentence.text);
  return { sentences, text: plan.assemble(sentences.map((sentence) => `[${sentence}]`)) };
}

it.each([
  ['Hello. How much is it?', ['Hello.', 'How much is it?'], '[Hello.] [How much is it?]'],
  [
    'See e.g. No. 5 and Mr. Ali. Thanks',
    ['See e.g. No. 5 and Mr. Ali.', 'Thanks'],
    '[See e.g. No. 5 and Mr. Ali.] [Thanks]',
  ],
  ['It costs 3.50 USD.', ['It costs 3.50 USD.'], '[It costs 3.50 USD.]'],
  [
    'We offer:\n- red caps\n- blue caps\r\n\r\n  1. Boxes',
    ['We offer:', 'red caps', 'blue caps', 'Boxes'],
    '[We offer:]\n- [red caps]\n- [blue caps]\r\n\r\n  1. [Boxes]',
  ],
  ['Great 👍🏽 see you 🇦🇪', ['Great', 'see you'], '[Great] 👍🏽 [see you] 🇦🇪'],
  ['Look here: https://fair.example/a?b=1', ['Look here:'], '[Look here:] https://fair.example/a?b=1'],
  ['Write to me at a.b@fair.example.', ['Write to me at'], '[Write to me at] a.b@fair.example.'],
  ['Both: a@fair.example www.fair.example/b.', ['Both:'], '[Both:] a@fair.example www.fair.example/b.'],
  ['www.fair.example is ours', ['www.fair.example is ours'], '[www.fair.example is ours]'],
  ['👍', [], '👍'],
  ['1,000 / 2,000', [], '1,000 / 2,000'],
  ['XK-200', [], 'XK-200'],
  ['你好。 How much?', ['How much?'], '你好。[How much?]'],
])('takes %j apart', (text, sentences, whole) => {
  expect(taken(text, 'en', 'zh')).toEqual({
    sentences,
    // Between Chinese sentences there is no space.
    text: whole.replaceAll('] [', ']['),
  });
});

it('joins sentences with a space in English and Arabic', () => {
  const english = planText('你好。多少钱？', 'zh', 'en');
  expect(english.assemble(['Hello。', 'How much？'])).toBe('Hello. How much?');
  const arabic = planText('你好。多少钱？', 'zh', 'ar');
  expect(arabic.assemble(['مرحبا.', 'كم السعر?'])).toBe('مرحبا. كم السعر؟');
  expect(taken('好的👍谢谢', 'zh', 'en').text).toBe('[好的]👍[谢谢]');
});

it('translates each sentence from the language that it is written in', () => {
  const { sentences } = planText('Hello there. 你们的价格是多少？', 'en', 'ar');
  expect(sentences).toEqual([
    { text: 'Hello there.', source: 'en' },
    { text: '你们的价格是多少？', source: 'zh' },
  ]);
});

it('cuts what the engine could not translate well at once, and loses nothing', () => {
  const english = `${'We offer many colours, and sizes for every market '.repeat(40)}`.trim();
  const { sentences } = planText(english, 'en', 'zh');
  expect(sentences.every(({ text }) => text.length <= 300)).toBe(true);
  expect(sentences.map(({ text }) => text).join(' ')).toBe(english);
  const chinese = '我们的产品有很多颜色和尺寸'.repeat(30);
  const parts = planText(chinese, 'zh', 'en').sentences.map(({ text }) => text);
  expect(parts.every((text) => text.length <= 100)).toBe(true);
  expect(parts.join('')).toBe(chinese);
});

it('keeps the address that follows Chinese words without a space', () => {
  expect(taken('请写信到wei@fair.example', 'zh', 'en')).toEqual({
    sentences: ['请写信到'],
    text: '[请写信到] wei@fair.example',
  });
});

it.each([
  ['addresses', `Hello ${'www.a'.repeat(900)} x`],
  ['e-mail addresses', `Hello ${'a@b.'.repeat(1_200)} x`],
  ['letters before an @', `${'a'.repeat(4_999)}!`],
  ['spaces', `a${' '.repeat(4_998)}b`],
  ['full stops behind an address', `www.a${'.'.repeat(4_990)}b`],
  ['links', `Hello ${'https://'.repeat(600)} x`],
  ['signs of an address', `${'@'.repeat(4_990)} x`],
  ['short sentences', 'Hi. '.repeat(1_240)],
  ['short lines', 'a\n'.repeat(2_490)],
  ['markers of a list', '1. '.repeat(1_660)],
  ['emoji', 'a 😀 '.repeat(990)],
  ['joined emoji', `a${'\u200d'.repeat(4_990)}b`],
])('takes long rows of %s apart: an exponential pattern would never end', (_, text) => {
  const plan = planText(text, 'en', 'zh');
  expect(plan.assemble(plan.sentences.map((sentence) => sentence.text)).replace(/\s+/g, '')).toBe(
    text.replace(/\s+/g, ''),
  );
});
