import type { Language } from './languages.ts';
import type { Role } from './roles.ts';

export interface TranslationTargetInput {
  /** Role of the person who writes; null while unknown. */
  role: Role | null;
  /** Language of the person who writes. */
  ownLanguage: Language;
  /** Language of the other side; null when nobody has joined yet or it is unknown. */
  counterpartLanguage: Language | null;
}

/**
 * Default language that a message is translated into (specification 9.2): a vendor writes for the visitor, or for a
 * Chinese reader while there is none; a visitor writes for the vendor, or for an English reader; anybody else gets
 * Chinese, unless that is their own language, then English.
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

/** @returns whether translation is skipped: sender and recipient share a language (specification 5.10). */
export function isTranslationSkipped(source: Language, target: Language): boolean {
  return source === target;
}
