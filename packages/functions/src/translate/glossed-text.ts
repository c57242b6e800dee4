import { findTerms, type TermMatch } from '@dragoman/domain/glossary/find-terms';
import { type MaskedText, maskTerms, respectsTerms, restoreTerms } from '@dragoman/domain/glossary/mask';
import type { GlossaryTerm } from '@dragoman/domain/glossary/term';
import type { Language } from '@dragoman/domain/languages';

/** A text in which a glossary's terms were looked for. */
export interface GlossedText {
  /** The provider's input: the text with codes in the places of the terms. */
  masked: string;
  /** The replacements of the terms, for the cache's key; empty without any. */
  version: string;
  /** Puts the terms back into a provider's answer; null when it has lost one. */
  restore(answer: string): string | null;
  /**
   * Checks whether a translation that knows nothing of the glossary says each term as the glossary
   * wants it.
   */
  isRespectedBy(translation: string): boolean;
}

/** @param text in Unicode NFC, written in `source` */
export function glossText(
  text: string,
  terms: readonly GlossaryTerm[],
  source: Language,
  target: Language,
): GlossedText {
  const matches = findTerms(text, terms, source, target);
  if (matches.length === 0) {
    return { masked: text, version: '', restore: (answer) => answer, isRespectedBy: () => true };
  }
  const masked = maskTerms(text, matches);
  return {
    masked: masked.text,
    version: glossaryVersion(masked, matches),
    restore: (answer) => restoreTerms(masked, answer),
    isRespectedBy: (translation) => respectsTerms(translation, matches, source, target),
  };
}

/**
 * Changes with whatever the glossary says of this text, and with nothing else: other texts keep
 * their translations.
 */
function glossaryVersion({ renderings }: MaskedText, matches: readonly TermMatch[]): string {
  return JSON.stringify([renderings, matches.map(({ term }) => term.mode)]);
}
