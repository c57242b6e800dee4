import {
  isLanguage,
  LANGUAGE_COOKIE,
  LANGUAGE_QUERY,
  type Language,
  preferredLanguage,
} from '@dragoman/domain/languages';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { getCookie, setCookie } from 'hono/cookie';

const YEAR_SECONDS = 31_536_000;

/** @returns the language that the address asks for; null without one */
export function requestedLanguage(c: Context): Language | null {
  const asked = c.req.query(LANGUAGE_QUERY);
  return isLanguage(asked) ? asked : null;
}

/**
 * Sets the cookie as the app does (apps/web/src/shared/i18n/i18n.ts).
 * @param secure whether browsers reach the product by HTTPS
 */
export function keepLanguage(c: Context, language: Language, secure: boolean): void {
  setCookie(c, LANGUAGE_COOKIE, language, { path: '/', maxAge: YEAR_SECONDS, sameSite: 'Lax', secure });
}

/**
 * @returns the language for the requester of a page: stored by an earlier visit, else their first
 * language that the product supports, else English
 */
export function viewerLanguage(c: Context): Language {
  const kept = getCookie(c, LANGUAGE_COOKIE);
  if (isLanguage(kept)) return kept;
  const language = accepts(c, { header: 'Accept-Language', supports: [], default: 'en', match: best });
  return isLanguage(language) ? language : 'en';
}

function best(accepted: ReadonlyArray<{ type: string; q: number }>): Language {
  const wanted = accepted.filter(({ q }) => q > 0).sort((a, b) => b.q - a.q);
  return preferredLanguage(wanted.map(({ type }) => type));
}
