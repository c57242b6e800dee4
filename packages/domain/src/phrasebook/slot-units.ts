import type { Language } from '../languages.ts';
import { UNIT_LIST } from './unit-list.ts';

/** How an Arabic noun is counted: a form for one, two words for two, then by the last two digits of the number. */
export interface ArabicForms {
  one: string;
  two: string;
  /** Two of them behind a preposition or a possessor. */
  twoOblique: string;
  /** 3 to 10. */
  few: string;
  /** 11 to 99. */
  many: string;
  /** Full hundreds. */
  other: string;
}

/** A unit or a counted thing. `read` lists what is understood, the forms included. */
export interface SlotUnit {
  id: string;
  en: { one: string; other: string; read: readonly string[] };
  zh: { form: string; read: readonly string[] };
  /** A string is a symbol, which stays the same with every number. */
  ar: { forms: ArabicForms | string; read: readonly string[] };
}

export const SLOT_UNITS: readonly SlotUnit[] = UNIT_LIST;

/**
 * Writes a number with its unit.
 * @param number ASCII digits, grouping commas and a decimal point allowed; written as it came.
 * @param oblique the Arabic quantity follows a preposition or a possessor
 * @returns null when no rule says for sure how the unit is written. In Arabic that is so for fractions of counted things
 * and for numbers above two that end in 1 or 2.
 */
export function quantityText(
  number: string,
  unit: SlotUnit,
  language: Language,
  oblique = false,
): string | null {
  const value = Number(number.replaceAll(',', ''));
  switch (language) {
    case 'en':
      return `${number} ${value === 1 ? unit.en.one : unit.en.other}`;
    case 'zh':
      return `${number}${unit.zh.form}`;
    case 'ar':
      return typeof unit.ar.forms === 'string'
        ? `${number} ${unit.ar.forms}`
        : arabicText(number, value, unit.ar.forms, oblique);
  }
}

function arabicText(number: string, value: number, forms: ArabicForms, oblique: boolean): string | null {
  if (!Number.isSafeInteger(value) || value === 0) return null;
  if (value === 1) return forms.one;
  if (value === 2) return oblique ? forms.twoOblique : forms.two;
  const rest = value % 100;
  if (rest === 0) return `${number} ${forms.other}`;
  if (rest <= 2) return null;
  return `${number} ${rest <= 10 ? forms.few : forms.many}`;
}
