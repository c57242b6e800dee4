import type { Language } from '@dragoman/domain/languages';
import { intlLocale } from './intl-locale.ts';

/**
 * A language within a sentence. Lists of languages show each in its own name and script instead
 * (specification 2.23).
 * @param shown the language of the page
 * @returns its name in the language of the page
 */
export function languageName(language: Language, shown: string): string {
  return new Intl.DisplayNames(intlLocale(shown), { type: 'language' }).of(language) ?? language;
}
