import { describe, expect, test } from 'vitest';
import { fixedTokens, keepsFixedTokens, splitAtAddresses, withoutFixedTokens } from './fixed-tokens.ts';

describe('tokens that must come through unchanged', () => {
  test.each([
    ['See https://meridian.example/a?b=c#d.', ['https://meridian.example/a?b=c#d']],
    ['网址是https://meridian.example/目录。', ['https://meridian.example/']],
    ['زوروا www.meridian.example، شكرا', ['www.meridian.example']],
    ['(see https://meridian.example/x)', ['https://meridian.example/x']],
    ['Mail omar@meridian.example, please', ['omar@meridian.example']],
    ['我的邮箱是li.na@hongyuan.example', ['li.na@hongyuan.example']],
    ['Is the XK-200 better than the M8?', ['XK-200', 'M8']],
    ['型号XK-200/B，防护IP67', ['XK-200/B', 'IP67']],
    ['موديل AB12.3', ['AB12.3']],
    ['Ｘ９ model', ['X9']],
    ['a 40HQ container', ['40HQ']],
    ['Follow @meridian_tools, please', ['@meridian_tools']],
    ['请关注@hongyuan.tools谢谢', ['@hongyuan.tools']],
    ['تابعونا على @Meridian.', ['@Meridian']],
    ['ask @xk200 (https://social.example/@meridian)', ['https://social.example/@meridian', '@xk200']],
  ])('%j has %j', (text, tokens) => {
    expect(fixedTokens(text)).toEqual(tokens);
  });

  test.each([
    '5kg',
    '10pcs',
    '3pm',
    'the 2nd',
    '4x',
    '1.5m',
    'USD5.20',
    'RMB100',
    '30x40x50cm',
    '220V',
    '5k',
    'Q3 2026',
    '1,250.50',
    'and/or',
    'hello',
    '24/7',
    '500 pcs @ 5',
    '500 pcs @USD5.20',
    'see you @booth 5',
    'مرحبا@',
  ])('%j has none: languages write it in their own way', (text) => {
    expect(fixedTokens(text)).toEqual([]);
  });
});

test('what is left has neither their letters nor their digits', () => {
  expect(withoutFixedTokens('XK-200 costs 5, see https://a.example/9').replace(/\s+/g, ' ')).toBe(
    ' costs 5, see ',
  );
});

test.each([
  [true, 'Is the XK-200 here?', '有XK-200吗？'],
  [true, 'Is the XK-200 here?', 'هل الموديل「XK-200」هنا؟'],
  [true, 'See https://meridian.example/a.', '请看https://meridian.example/a。'],
  [false, 'Is the XK-200 here?', '有XK-2000吗？'],
  [false, 'Is the XK-200 here?', '有XK-200-B吗？'],
  [false, 'Is the XK-200 here?', '有EXK-200吗？'],
  [false, 'See https://meridian.example/a.', '请看https://meridian.example/ab。'],
  [false, 'Follow @meridian', '请关注@meridian2'],
  [false, 'Follow @meridian', '请关注@Meridian'],
  [false, 'Follow @meridian', '请关注子午线'],
])('%j: the tokens of %j are in %j', (isKept, source, answer) => {
  expect(keepsFixedTokens(source, answer)).toBe(isKept);
});

test.each([
  ['No address, but XK-200', ['No address, but XK-200']],
  ['See https://fair.example/a, please', ['See ', 'https://fair.example/a', ', please']],
  [
    '请看www.fair.example或写信给li.na@fair.example。',
    ['请看', 'www.fair.example', '或写信给', 'li.na@fair.example', '。'],
  ],
  ['https://fair.example/?mail=a@fair.example', ['', 'https://fair.example/?mail=a@fair.example', '']],
])('cuts %j around its addresses', (text, pieces) => {
  expect(splitAtAddresses(text)).toEqual(pieces);
});
