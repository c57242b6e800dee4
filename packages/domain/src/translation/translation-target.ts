import type { Language } from '../languages.ts';
import type { Role } from '../roles.ts';

export interface TranslationTargetInput {
  /** Role of the writer; null while unknown. */
  role: Role | null;
  /** Language of the writer. */
  ownLanguage: Language;
  /** Language of the other side; null before a visitor has joined or when unknown. */
  counterpartLanguage: Language | null;
}

/**
 * Default target language of a message (specification 9.2). A vendor's messages go into the
 * visitor's language, or Chinese before a visitor has joined. A visitor's messages go into the
 * vendor's language, or English. All others get Chinese, or English if their own language is
 * Chinese.
 */
export function translationTarget({
  role,
  ownLanguage,
  counterpartLanguage,
}: TranslationTargetInput): Language {
  switch (role) {
    case 'vendor':
      return counterpartLanguage ?? 'zh';
    case 'visitor':
      return counterpartLanguage ?? 'en';
    case null:
      return ownLanguage === 'zh' ? 'en' : 'zh';
  }
}

/**
 * @returns whether translation is skipped: sender and recipient share a language
 * (specification 5.10).
 */
export function isTranslationSkipped(source: Language, target: Language): boolean {
  return source === target;
}
