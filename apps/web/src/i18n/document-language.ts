import type { Language } from '@dragoman/domain/languages';

/**
 * The one place that sets `lang` and `dir` on the document: fonts, hyphenation, screen readers and the whole
 * layout (logical CSS) follow from these two attributes.
 */
export function setDocumentLanguage(language: Language): void {
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language;
  document.documentElement.dir = textDirection(language);
}

/** @returns the writing direction of a language, for `dir` on a run of text in another language than the page. */
export function textDirection(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
