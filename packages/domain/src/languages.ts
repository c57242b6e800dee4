/** The three languages of the product (specification 9.1). */
export const LANGUAGES = ['en', 'zh', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** New profiles start in English (specification 3.1, 9.1). */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Each language's own name, as the language picker shows it (specification 2.23). */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', zh: '中文', ar: 'العربية' };

/** Values of a document's `lang` (BCP 47). */
export const LANGUAGE_TAGS: Record<Language, string> = { en: 'en', zh: 'zh-Hans', ar: 'ar' };

/**
 * The cookie in which a browser keeps its user's language. A cookie, because the server renders
 * pages in that language; index.html reads it before the first paint.
 */
export const LANGUAGE_COOKIE = 'dragoman-language';

/** The query by which a page that is not hydrated yet asks the server for another language. */
export const LANGUAGE_QUERY = 'language';

/** @returns whether `value` is one of the three language codes. */
export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && (LANGUAGES as readonly string[]).includes(value);
}

/**
 * @param tags the user's languages, best first (BCP 47), as in `navigator.languages` or
 * Accept-Language
 * @returns the first language that the product supports, ignoring regions and scripts; else English
 */
export function preferredLanguage(tags: readonly string[]): Language {
  const primary = tags.map((tag) => tag.split('-', 1)[0]?.toLowerCase());
  return primary.find(isLanguage) ?? DEFAULT_LANGUAGE;
}

/**
 * @returns the writing direction of a language, for `dir` of a document or of a run of text in it.
 */
export function textDirection(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
