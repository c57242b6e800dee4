import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@dragoman/domain/languages';

/**
 * `{brand}` is replaced by the product's name, `{code}` by the digits. Short, because messages are
 * billed by length.
 */
const CODE_TEXTS: Record<Language, string> = {
  en: 'Your {brand} code is {code}. Do not share it with anyone.',
  zh: '您的 {brand} 验证码是 {code}，请勿告诉他人。',
  ar: 'رمزك في {brand} هو {code}. لا تشاركه مع أحد.',
};

/** @param preferred the reader's language if it is one of ours; else the message is in English */
export function codeText(preferred: unknown, values: { brand: string; code: string }): string {
  const text = CODE_TEXTS[isLanguage(preferred) ? preferred : DEFAULT_LANGUAGE];
  return text.replaceAll(/\{(brand|code)\}/g, (_, name: 'brand' | 'code') => values[name]);
}
