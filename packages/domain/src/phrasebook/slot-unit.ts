/**
 * The forms of a counted Arabic noun: a form for one, two words for two, then by the last two
 * digits of the number.
 */
export interface ArabicForms {
  one: string;
  two: string;
  /** Two of them after a preposition or a possessor. */
  twoOblique: string;
  /** 3 to 10. */
  few: string;
  /** 11 to 99. */
  many: string;
  /** Full hundreds. */
  other: string;
}

/** A unit or a counted thing. `read` lists the recognised spellings, the forms included. */
export interface SlotUnit {
  id: string;
  en: { one: string; other: string; read: readonly string[] };
  zh: { form: string; read: readonly string[] };
  /** A string is a symbol, which stays the same with every number. */
  ar: { forms: ArabicForms | string; read: readonly string[] };
}
