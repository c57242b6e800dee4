import { expect, test } from 'vitest';
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_NAMES, LANGUAGES, preferredLanguage } from './languages.ts';

test('the product knows exactly English, Chinese and Arabic, and starts in English', () => {
  expect(LANGUAGES).toEqual(['en', 'zh', 'ar']);
  expect(DEFAULT_LANGUAGE).toBe('en');
  expect(LANGUAGE_NAMES).toEqual({ en: 'English', zh: '中文', ar: 'العربية' });
});

test.each([
  ['en', true],
  ['zh', true],
  ['ar', true],
  ['fr', false],
  ['EN', false],
  ['zh-Hans', false],
  ['', false],
  [null, false],
  [['en'], false],
])('isLanguage(%j) is %s', (value, expected) => {
  expect(isLanguage(value)).toBe(expected);
});

test.each([
  [['ar-AE', 'en'], 'ar'],
  [['fr-FR', 'zh-Hant-TW', 'en'], 'zh'],
  [['ZH-cn'], 'zh'],
  [['arn', 'zho', 'en-GB'], 'en'],
  [['fr', 'de'], 'en'],
  [[], 'en'],
] as const)('a user whose browser prefers %j gets %s', (tags, language) => {
  expect(preferredLanguage(tags)).toBe(language);
});
