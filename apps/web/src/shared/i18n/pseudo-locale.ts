import i18next, { type i18n } from 'i18next';
import { PSEUDO_LOCALES, type PseudoLocale, pseudoText } from './pseudo-text.ts';

/**
 * The query by which a developer chooses one, `?pseudo=long` say; the tab keeps it until
 * `?pseudo=off`.
 */
const QUERY = 'pseudo';
const KEY = 'dragoman-pseudo-locale';

/**
 * Starts what the address or this tab asks for. In development alone: `app/start.tsx` does not even
 * load it otherwise.
 */
export async function startAskedPseudoLocale(): Promise<void> {
  const asked = new URLSearchParams(location.search).get(QUERY) ?? sessionStorage.getItem(KEY);
  const locale = PSEUDO_LOCALES.find((one) => one === asked);
  if (!locale) {
    sessionStorage.removeItem(KEY);
    return;
  }
  sessionStorage.setItem(KEY, locale);
  await startPseudoLocale(locale);
}

/**
 * From now on every text goes through the pseudo locale.
 * @param page what says in which direction the page runs
 */
export async function startPseudoLocale(
  locale: PseudoLocale,
  texts: i18n = i18next,
  page: { dir: string } = document.documentElement,
): Promise<void> {
  texts.use({ type: 'postProcessor', name: 'pseudo', process: (text: string) => pseudoText(text, locale) });
  texts.options.postProcess = ['pseudo'];
  const turn = () => {
    if (locale === 'rtl') page.dir = 'rtl';
  };
  texts.on('languageChanged', turn);
  turn();
  // Renders the current screen again.
  await texts.changeLanguage(texts.language);
}
