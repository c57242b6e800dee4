import type { Language } from '@dragoman/domain/languages';
import { withoutFixedTokens } from './fixed-tokens.ts';

export type Script = 'latin' | 'han' | 'arabic' | 'other';

/** The script that each language is written in. */
export const SCRIPT_OF: Record<Language, Exclude<Script, 'other'>> = { en: 'latin', zh: 'han', ar: 'arabic' };

/** @returns how many letters of each script `text` has; digits, signs and emoji do not count */
export function letterCounts(text: string): Record<Script, number> {
  const counts = { latin: 0, han: 0, arabic: 0, other: 0 };
  for (const char of text.match(/\p{L}/gu) ?? []) counts[scriptOf(char)]++;
  return counts;
}

function scriptOf(letter: string): Script {
  if (/\p{Script=Latin}/u.test(letter)) return 'latin';
  if (/\p{Script=Han}/u.test(letter)) return 'han';
  if (/\p{Script=Arabic}/u.test(letter)) return 'arabic';
  return 'other';
}

/**
 * The actual language of a message, as far as its script tells. People type what suits them: a
 * Chinese profile may well write "OK, see you at 3" in English, and no provider can translate that
 * from Chinese.
 * @returns the declared language, unless every letter belongs to the script of one other language;
 * null when there is nothing to translate: no letter outside web addresses, e-mail addresses, codes
 * and quantities.
 */
export function writtenLanguage(text: string, declared: Language): Language | null {
  const counts = letterCounts(withoutFixedTokens(text));
  const total = counts.latin + counts.han + counts.arabic + counts.other;
  if (total === 0) return null;
  const only = (Object.keys(SCRIPT_OF) as Language[]).find(
    (language) => counts[SCRIPT_OF[language]] === total,
  );
  return only ?? declared;
}
