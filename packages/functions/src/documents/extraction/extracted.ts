// The result of extracting a recognized document (specification 3.6).

export const CARD_FIELDS = [
  'name',
  'company',
  'designation',
  'email',
  'phone',
  'website',
  'whatsapp',
  'wechat',
] as const;
export type CardField = (typeof CARD_FIELDS)[number];

export const PASS_FIELDS = ['name', 'company', 'designation'] as const;
export type PassField = (typeof PASS_FIELDS)[number];

/**
 * Forms of the same thing that are printed as well: in the person's own script, and in Latin
 * letters.
 */
export const ALTERNATIVES = [
  'nativeName',
  'latinName',
  'nativeCompany',
  'latinCompany',
  'nativeDesignation',
  'latinDesignation',
] as const;
export type Alternatives = Partial<Record<(typeof ALTERNATIVES)[number], string>>;

export interface Extracted<Field extends string> {
  /** Empty strings for missing fields; values are never invented. */
  fields: Record<Field, string>;
  alternatives: Alternatives;
  /** Fields that were found but should be looked at. */
  uncertain: Field[];
  /** The opaque id in a code, exactly as it was read; absent without one. */
  badge?: string;
}

export type ExtractedCard = Extracted<CardField>;
export type ExtractedPass = Extracted<PassField>;

/** Known facts about the scanning user that resolve ambiguities of a card. */
export interface ExtractionHints {
  /**
   * 'en', 'zh' or 'ar': of a name printed in two scripts, the form in that language's script is
   * given.
   */
  language?: string;
}
