import type { Language } from '@dragoman/domain/languages';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { setDocumentLanguage } from './document-language.ts';
import type en from './en.json';
import { textOptions } from './text-options.ts';

export type Resources = typeof en;

/**
 * Resources beyond English, each a chunk of its own: `zh: () => import('./zh.json').then((module) => module.default)`.
 */
const loaders: Partial<Record<Language, () => Promise<Resources>>> = {};

/** Starts i18next with English; returns when texts can be rendered (synchronously, as English is bundled). */
export function initI18n(): void {
  void i18next.use(initReactI18next).init(textOptions);
  setDocumentLanguage('en');
}

/**
 * Switches the interface to `language`, loading its texts on first use. A language without texts leaves the
 * interface as it is, so that `lang` and `dir` never promise what the page does not show.
 */
export async function setInterfaceLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    const load = loaders[language];
    if (!load) return;
    i18next.addResourceBundle(language, 'translation', await load());
  }
  await i18next.changeLanguage(language);
  setDocumentLanguage(language);
}
