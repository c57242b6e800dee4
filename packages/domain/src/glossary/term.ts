import { LANGUAGES, type Language } from '../languages.ts';
import { characterCount, isBlank } from '../text.ts';

/** `keep`: stays as it is written. `fixed`: always reads as its translation says. */
export const TERM_MODES = ['keep', 'fixed'] as const;
export type TermMode = (typeof TERM_MODES)[number];

/** A word of a vendor's own: a brand, a model, a material. */
export type GlossaryTerm = {
  term: string;
  mode: TermMode;
} & {
  /**
   * The text of a `fixed` term in each language; null where translations are left to the provider.
   * All are null for a term that is kept.
   */
  [language in Language]: string | null;
};

/** Limits of the table `glossary_terms`. */
export const MAX_TERMS = 500;
export const TERM_MAX_LENGTH = 100;

/** Why a term cannot be saved. */
export type TermError = 'blank' | 'too-long' | 'no-translation';

/** @returns the term without white space around its words and without what its mode does not use */
export function normalizeTerm(term: GlossaryTerm): GlossaryTerm {
  const tidy = { term: tidyText(term.term) ?? '', mode: term.mode } as GlossaryTerm;
  for (const language of LANGUAGES) tidy[language] = term.mode === 'fixed' ? tidyText(term[language]) : null;
  return tidy;
}

function tidyText(text: string | null): string | null {
  const tidy = text?.normalize('NFC').replace(/\s+/g, ' ').trim() ?? '';
  return isBlank(tidy) ? null : tidy;
}

/** @param term a tidy one. @returns what is wrong with it, or null */
export function validateTerm(term: GlossaryTerm): TermError | null {
  if (isBlank(term.term)) return 'blank';
  const texts = [term.term, ...LANGUAGES.map((language) => term[language] ?? '')];
  if (texts.some((text) => characterCount(text) > TERM_MAX_LENGTH)) return 'too-long';
  return term.mode === 'fixed' && LANGUAGES.every((language) => term[language] === null)
    ? 'no-translation'
    : null;
}

/** @returns whether `text` is one of the modes, as a row or a file has them */
export function isTermMode(text: unknown): text is TermMode {
  return TERM_MODES.some((mode) => mode === text);
}

const LETTER: Record<Language, RegExp> = {
  en: /\p{Script=Latin}/u,
  zh: /\p{Script=Han}/u,
  ar: /\p{Script=Arabic}/u,
};

/**
 * @returns how the term reads in `target`; null when the glossary does not say: then it is a word
 * as any other
 */
export function renderingIn(term: GlossaryTerm, target: Language): string | null {
  if (term.mode === 'keep') return term.term;
  return term[target] ?? (languageOfScript(term.term) === target ? term.term : null);
}

/** @returns the language whose script a text has first; null without a letter of any */
function languageOfScript(text: string): Language | null {
  for (const char of text) {
    const found = LANGUAGES.find((language) => LETTER[language].test(char));
    if (found) return found;
  }
  return null;
}
