import type { Language } from '@dragoman/domain/languages';
import { withoutFixedTokens } from './fixed-tokens.ts';

type Script = 'latin' | 'han' | 'arabic' | 'other';

/** The script that each language is written in. */
export const SCRIPT_OF: Record<Language, Exclude<Script, 'other'>> = { en: 'latin', zh: 'han', ar: 'arabic' };

/** @returns how many letters of each script `text` has; digits, signs and emoji do not count */
export function letterCounts(text: string): Record<Script, number> {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  const latin = count(/(?=\p{L})\p{Script=Latin}/gu);
  const han = count(/(?=\p{L})\p{Script=Han}/gu);
  const arabic = count(/(?=\p{L})\p{Script=Arabic}/gu);
  return { latin, han, arabic, other: count(/\p{L}/gu) - latin - han - arabic };
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
