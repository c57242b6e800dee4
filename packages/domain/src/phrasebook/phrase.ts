import type { Language } from '../languages.ts';

/**
 * The first wording is what the phrasebook answers with; every wording is understood. The others
 * may hold alternatives `(a|b)` and optional parts `[a]`.
 */
export type Wordings = readonly string[];

/**
 * One meaning in three languages. A wording may hold slots, each kind at most once and the same in
 * every wording (see `slot-kinds.ts`). Write statements with a full stop and questions with a
 * question mark; case, accents, spaces and commas don't matter for understanding.
 *
 * An Arabic wording writes `{quantity:oblique}` where the quantity follows a preposition or is
 * possessed, because two of anything (قطعتان, قطعتين) is one word that shows the case.
 */
export interface Phrase extends Record<Language, Wordings> {
  id: string;
  /** May precede a comma and another phrase: "Hello, how much is it?" */
  opener?: boolean;
}

/** In the order in which a talk at a booth usually goes. */
export const TOPIC_IDS = [
  'greeting',
  'introduction',
  'conversation',
  'courtesy',
  'product',
  'price',
  'negotiation',
  'order',
  'sample',
  'lead-time',
  'shipping',
  'payment',
  'certification',
  'quality',
  'customisation',
  'packaging',
  'agency',
  'meeting',
  'contact',
  'exhibition',
  'factory',
  'follow-up',
] as const;
export type TopicId = (typeof TOPIC_IDS)[number];

/** Phrases of one subject, as the quick phrases show them. */
export interface Topic {
  id: TopicId;
  phrases: readonly Phrase[];
}

/**
 * A trade term. Answers use the first form; all forms are understood. With `plural`, the other
 * forms are singular and the plural fills a phrase's slot ("We make LED lamps").
 */
export interface Term extends Record<Language, Wordings> {
  id: string;
  plural?: { en: string; ar: string };
  /**
   * The Chinese measure word with which the term is counted: 5张桌子. Without it the term is not
   * counted.
   */
  measure?: string;
  /**
   * Languages in which words around the term take their second form: plural in English, feminine in
   * Arabic.
   */
  secondForm?: readonly ('en' | 'ar')[];
}

/** Terms of one subject, and the kind of slot that they may fill; null when they fill none. */
export interface TermGroup {
  id: string;
  slot: TermSlot | null;
  /**
   * The terms are used in phrases only: "the entrance" or "next week" is not a message by itself.
   */
  inPhrasesOnly?: true;
  terms: readonly Term[];
}

export const TERM_SLOTS = [
  'product',
  'country',
  'city',
  'weekday',
  'month',
  'colour',
  'quality',
  'item',
  'doc',
  'when',
  'channel',
  'place',
  'person',
  'thing',
  'attribute',
  'language',
  'means',
] as const;
export type TermSlot = (typeof TERM_SLOTS)[number];
