import { expect, test } from 'vitest';
import {
  isTranslationSkipped,
  type TranslationTargetInput,
  translationTarget,
} from './translation-target.ts';

const cases: [string, TranslationTargetInput, string][] = [
  ['vendor, visitor known', { role: 'vendor', ownLanguage: 'en', counterpartLanguage: 'ar' }, 'ar'],
  [
    'vendor, visitor shares the language',
    { role: 'vendor', ownLanguage: 'en', counterpartLanguage: 'en' },
    'en',
  ],
  ['vendor, no visitor yet', { role: 'vendor', ownLanguage: 'en', counterpartLanguage: null }, 'zh'],
  ['Chinese vendor, no visitor yet', { role: 'vendor', ownLanguage: 'zh', counterpartLanguage: null }, 'zh'],
  ['visitor, vendor known', { role: 'visitor', ownLanguage: 'en', counterpartLanguage: 'zh' }, 'zh'],
  ['visitor, vendor unknown', { role: 'visitor', ownLanguage: 'ar', counterpartLanguage: null }, 'en'],
  ['no role, English', { role: null, ownLanguage: 'en', counterpartLanguage: null }, 'zh'],
  [
    'no role, Arabic, counterpart ignored',
    { role: null, ownLanguage: 'ar', counterpartLanguage: 'en' },
    'zh',
  ],
  ['no role, Chinese', { role: null, ownLanguage: 'zh', counterpartLanguage: null }, 'en'],
];

test.each(cases)('%s', (_name, input, target) => {
  expect(translationTarget(input)).toBe(target);
});

test('translation is skipped exactly when both languages are the same', () => {
  expect(isTranslationSkipped('en', 'en')).toBe(true);
  expect(isTranslationSkipped('en', 'zh')).toBe(false);
});
