import type { Language } from '@dragoman/domain/languages';

/** The first wording is what the phrasebook answers with; every wording is understood. */
export type Wordings = readonly [string, ...string[]];

/**
 * One meaning in three languages. A wording may hold slots, each kind at most once and the same in every wording:
 * {quantity} {money} {percent} {time} {phone} {email} {code}. Write statements with a full stop and questions with a
 * question mark; case, accents, spaces and commas don't matter for understanding.
 */
export interface Phrase extends Record<Language, Wordings> {
  id: string;
  /** May stand before a comma and another phrase: "Hello, how much is it?" */
  opener?: true;
}
