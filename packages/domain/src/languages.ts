/** The three languages of the product (spec section 9). */
export const LANGUAGES = ['en', 'zh', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** New profiles start in English (spec sections 3 and 9). */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Each language's own name, as the language picker shows it (spec section 2). */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', zh: '中文', ar: 'العربية' };

/** @returns whether `value` is one of the three language codes. */
export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && (LANGUAGES as readonly string[]).includes(value);
}
