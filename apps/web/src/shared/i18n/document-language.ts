import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_TAGS,
  type Language,
  textDirection,
} from '@dragoman/domain/languages';

/**
 * The one place that sets `lang` and `dir` on the document: fonts, hyphenation, screen readers and
 * the whole layout (logical CSS) follow from these two attributes.
 */
export function setDocumentLanguage(language: Language): void {
  document.documentElement.lang = LANGUAGE_TAGS[language];
  document.documentElement.dir = textDirection(language);
}

/**
 * @returns the language that was decided before the first paint, by the server's page or by the
 * script in index.html.
 */
export function documentLanguage(): Language {
  const [primary] = document.documentElement.lang.split('-');
  return isLanguage(primary) ? primary : DEFAULT_LANGUAGE;
}
