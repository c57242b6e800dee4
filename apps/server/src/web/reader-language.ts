import { isLanguage, LANGUAGE_COOKIE, type Language, preferredLanguage } from '@dragoman/domain/languages';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { getCookie } from 'hono/cookie';

/**
 * @returns the language for the requester of a page: stored by an earlier visit, else their first
 * language that the product supports, else English
 */
export function readerLanguage(c: Context): Language {
  const kept = getCookie(c, LANGUAGE_COOKIE);
  if (isLanguage(kept)) return kept;
  const language = accepts(c, { header: 'Accept-Language', supports: [], default: 'en', match: best });
  return isLanguage(language) ? language : 'en';
}

function best(accepted: ReadonlyArray<{ type: string; q: number }>): Language {
  const wanted = accepted.filter(({ q }) => q > 0).sort((a, b) => b.q - a.q);
  return preferredLanguage(wanted.map(({ type }) => type));
}
