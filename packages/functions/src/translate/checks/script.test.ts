import { describe, expect, test } from 'vitest';
import { letterCounts, writtenLanguage } from './script.ts';

test('letters are counted by script', () => {
  expect(letterCounts('Hi 你好 مرحبا Привет 5 👍')).toEqual({ latin: 2, han: 2, arabic: 5, other: 6 });
});

describe('the language a message is written in', () => {
  test.each([
    ['How much?', 'en', 'en'],
    ['OK, see you at 3', 'zh', 'en'],
    ['多少钱', 'en', 'zh'],
    ['كم السعر', 'zh', 'ar'],
    ['这个 OEM 多少钱', 'zh', 'zh'],
    ['这个 sample 多少钱', 'en', 'en'],
    ['Сколько стоит', 'en', 'en'],
    ['XK-200 多少钱', 'en', 'zh'],
  ] as const)('%j from a profile in %s is %s', (text, declared, expected) => {
    expect(writtenLanguage(text, declared)).toBe(expected);
  });

  test.each([
    '12,500',
    '👍👍',
    '+971 50 123',
    'https://a.example/x',
    'omar@meridian.example',
    'XK-200',
    '15:30?',
  ])('%j has nothing to translate', (text) => {
    expect(writtenLanguage(text, 'en')).toBeNull();
  });
});
