import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js';
import i18next from 'i18next';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import ar from '@/shared/i18n/ar.json' with { type: 'json' };
import en from '@/shared/i18n/en.json' with { type: 'json' };
import zh from '@/shared/i18n/zh.json' with { type: 'json' };
import { authErrorText, linkErrorText } from './auth-error-text.ts';

const texts = i18next.createInstance();
const before = i18next.language;
beforeAll(() =>
  texts.init({
    resources: { en: { translation: en }, zh: { translation: zh }, ar: { translation: ar } },
    lng: 'en',
    fallbackLng: false,
    initAsync: false,
  }),
);
beforeEach(() => read('en'));
afterAll(() => {
  i18next.language = before;
});

/** @returns the texts of a language in which the interface now is */
function read(language: 'en' | 'zh' | 'ar') {
  i18next.language = language;
  return texts.getFixedT(language);
}

const refused = (code: string, message: string) => new AuthApiError(message, 422, code);
const taken = refused('email_exists', 'A user with this email address has already been registered');

it('says what the service says to who reads English', () => {
  expect(authErrorText(read('en'), taken)).toBe(taken.message);
  expect(authErrorText(read('en'), refused('weak_password', 'At least 12 characters'))).toBe(
    'At least 12 characters',
  );
});

it('says in other languages what the code means', () => {
  expect(authErrorText(read('zh'), taken)).toBe('此邮箱已被注册');
  expect(authErrorText(read('ar'), taken)).toBe('هذا البريد الإلكتروني مسجَّل من قبل');
  expect(linkErrorText(read('zh'), refused('otp_expired', 'Email link is invalid or has expired'))).toBe(
    '验证码或链接无效，或已过期',
  );
});

it('shows the message of the service when the code is unknown or missing', () => {
  expect(authErrorText(read('zh'), refused('toString', 'Something new'))).toBe('Something new');
  expect(authErrorText(read('zh'), new Error('Something else'))).toBe('Something else');
});

it('says ours where nothing was answered', () => {
  expect(authErrorText(read('ar'), new AuthRetryableFetchError('', 0))).toBe(ar.auth.unreachable);
  expect(authErrorText(read('zh'), null)).toBe(zh.auth.unreachable);
});

it('cuts what the address of a page says', () => {
  expect(linkErrorText(read('en'), new Error('x'.repeat(300)))).toBe(`${'x'.repeat(200)}…`);
});
