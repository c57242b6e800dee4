import type { Language } from '../languages.ts';
import type { ArabicForms, SlotUnit } from './slot-unit.ts';
import { UNIT_LIST } from './unit-list.ts';

export const SLOT_UNITS: readonly SlotUnit[] = UNIT_LIST;

/**
 * Writes a number with its unit.
 * @param number ASCII digits, grouping commas and a decimal point allowed; written as it came.
 * @param oblique the Arabic quantity follows a preposition or a possessor
 * @returns null for a number that is too large to be read exactly.
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

/** Unicode's plural rules for Arabic: after 100, 101 and 1.5 the noun stays in the singular. */
const ARABIC_PLURAL = new Intl.PluralRules('ar');

/**
 * @returns how Unicode's plural rules count in Arabic; null for a number that cannot be read
 * exactly.
 */
export function arabicCount(value: number): Intl.LDMLPluralRule | null {
  return value <= Number.MAX_SAFE_INTEGER ? ARABIC_PLURAL.select(value) : null;
}

function arabicText(number: string, value: number, forms: ArabicForms, oblique: boolean): string | null {
  switch (arabicCount(value)) {
    case null:
      return null;
    case 'one':
      return forms.one;
    case 'two':
      return oblique ? forms.twoOblique : forms.two;
    case 'few':
      return `${number} ${forms.few}`;
    case 'many':
      return `${number} ${forms.many}`;
    default:
      return `${number} ${forms.other}`;
  }
}
