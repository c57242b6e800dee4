import { LANGUAGE_COOKIE, type Language } from '@dragoman/domain/languages';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { documentLanguage, setDocumentLanguage } from './document-language.ts';
import type organiser from './en.event-admin.json';
import type pages from './en.json';
import type start from './en.start.json';
import { hanSpacing } from './han-spacing.ts';
import { intlLocale } from './intl-locale.ts';
import { startTexts } from './start-texts.ts';
import { textOptions } from './text-options.ts';

export type Resources = typeof start & typeof pages & typeof organiser;

type TextLoads = Record<Language, () => Promise<object>>;

/** The texts of all pages but /join: one chunk a language, of which a user loads only their own. */
const pageTexts: TextLoads = {
  en: async () => (await import('./en.json')).default,
  zh: async () => (await import('./zh.json')).default,
  ar: async () => (await import('./ar.json')).default,
};

/** The texts of the opened pages: a switch of the language loads them all. */
const parts: TextLoads[] = [startTexts, pageTexts];
const loads = new Map<TextLoads[Language], Promise<void>>();

/**
 * The language of the latest request. Of two switches in a row the later one counts, even when its
 * texts load first.
 */
let wanted: Language;

/**
 * Starts i18next in the document's language, with the texts of the start and of /join.
 * @throws when the texts cannot be loaded
 */
export async function initI18n(): Promise<void> {
  wanted = documentLanguage();
  void i18next
    .use(initReactI18next)
    .use(hanSpacing)
    .init({ ...textOptions, lng: wanted });
  // `{{count, number}}`
  i18next.services.formatter?.add('number', (value: number, language = 'en') =>
    new Intl.NumberFormat(intlLocale(language)).format(value),
  );
  await loadOnce(startTexts[wanted], wanted);
}

/** @returns the language that the interface is in. */
export function interfaceLanguage(): Language {
  return i18next.language as Language;
}

/**
 * Fetches the texts of the pages in the language of the interface, once.
 * @throws when they cannot be loaded; the next call tries again
 */
export async function loadPageTexts(language: Language = interfaceLanguage()): Promise<void> {
  await Promise.all(parts.map((part) => loadOnce(part[language], language)));
}

/**
 * Loads texts of a single page, so that others do not wait for them.
 * @throws like {@link loadPageTexts}
 */
export function loadTextsOf(part: TextLoads): Promise<void> {
  if (!parts.includes(part)) parts.push(part);
  return loadPageTexts();
}

function loadOnce(load: () => Promise<object>, language: Language): Promise<void> {
  const known = loads.get(load);
  if (known) return known;
  const loading = load().then(
    (texts) => void i18next.addResourceBundle(language, 'translation', texts, true),
    (error: unknown) => {
      loads.delete(load);
      throw error;
    },
  );
  loads.set(load, loading);
  return loading;
}

/**
 * Switches the interface to `language` once its texts are loaded, so that the user sees neither
 * keys nor the wrong writing direction. The browser remembers the choice.
 * @throws when the texts cannot be loaded; the interface then stays as it is
 */
export async function setInterfaceLanguage(language: Language): Promise<void> {
  wanted = language;
  await loadPageTexts(language);
  if (wanted !== language) return;
  storeLanguage(language);
  if (language === i18next.language) return;
  await i18next.changeLanguage(language);
  setDocumentLanguage(language);
}

/**
 * Works like {@link setInterfaceLanguage}, where nothing depends on it: without the texts the
 * interface stays as it is.
 */
export function showLanguage(language: Language): void {
  void setInterfaceLanguage(language).catch(() => {});
}

/** A year, s. */
const MAX_AGE_S = 31_536_000;

/**
 * Keeps the reader's language in this browser for the next visit. Without cookies the browser's own
 * language decides again.
 */
function storeLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox, and on plain http.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${MAX_AGE_S}; SameSite=Lax${secure}`;
}
