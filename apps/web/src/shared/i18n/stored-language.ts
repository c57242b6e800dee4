import { LANGUAGE_COOKIE, type Language } from '@dragoman/domain/languages';

/** A year, s. */
const MAX_AGE_S = 31_536_000;

/**
 * Keeps the reader's language in this browser for the next visit. Without cookies the browser's own
 * language decides again.
 */
export function storeLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox, and on plain http.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${MAX_AGE_S}; SameSite=Lax${secure}`;
}
