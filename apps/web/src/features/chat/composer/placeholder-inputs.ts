import { LANGUAGES, type Language } from '@dragoman/domain/languages';
import { CURRENCIES, moneyText } from '@dragoman/domain/phrasebook/currencies';
import { dateText } from '@dragoman/domain/phrasebook/dates';
import { withAsciiDigits } from '@dragoman/domain/phrasebook/normalize';
import type { Phrase, TermGroup } from '@dragoman/domain/phrasebook/phrase';
import { isSlotKind, SLOT, type SlotKind } from '@dragoman/domain/phrasebook/slot-kinds';
import type { SlotUnit } from '@dragoman/domain/phrasebook/slot-unit';
import { quantityText, SLOT_UNITS } from '@dragoman/domain/phrasebook/slot-units';
import { slotForm } from '@dragoman/domain/phrasebook/term-index';
import { fillWording } from '@dragoman/domain/phrasebook/wordings';

/** The user's input for one slot; `choice` is the unit, the currency, the term or the mark. */
export interface PlaceholderInput {
  text: string;
  choice: string;
}

export type PlaceholderInputs = Partial<Record<SlotKind, PlaceholderInput>>;

export const CERTIFICATES = [
  'CE',
  'ISO 9001',
  'ISO 14001',
  'ISO 22000',
  'RoHS',
  'REACH',
  'FDA',
  'UL',
  'CCC',
  'FCC',
  'GOTS',
  'FSC',
  'HACCP',
  'GMP',
  'BSCI',
  'SASO',
  'SABER',
  'ECAS',
  'SGS',
] as const;
export const INCOTERM_CODES = [
  'EXW',
  'FCA',
  'FAS',
  'FOB',
  'CFR',
  'CIF',
  'CPT',
  'CIP',
  'DAP',
  'DPU',
  'DDP',
] as const;

const NUMBER = /^\d+(?:,\d{3})*(?:\.\d+)?$/;
const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** @returns the kinds of slots of a phrase, in the order of the writer's wording. */
export function slotsOf(phrase: Phrase, language: Language): SlotKind[] {
  return [...(phrase[language][0] ?? '').matchAll(SLOT)].map(([, kind]) => kind ?? '').filter(isSlotKind);
}

/** @returns the initial values of a slot's fields */
export function firstInput(kind: SlotKind, terms: readonly TermGroup[]): PlaceholderInput {
  const choices: Partial<Record<SlotKind, string>> = {
    quantity: SLOT_UNITS[0]?.id,
    money: CURRENCIES[0].code,
    certificate: CERTIFICATES[0],
    incoterm: 'FOB',
  };
  return {
    text: '',
    choice: choices[kind] ?? terms.find((group) => group.slot === kind)?.terms[0]?.id ?? '',
  };
}

/**
 * @returns the phrase in the writer's language with its slots filled, or null when a field is empty
 * or makes no sense.
 */
export function phraseText(
  phrase: Phrase,
  inputs: PlaceholderInputs,
  language: Language,
  terms: readonly TermGroup[],
): string | null {
  return fillWording(phrase[language][0] ?? '', (kind, oblique) => {
    const input = inputs[kind];
    return input ? slotText(kind, input, language, oblique, terms) : null;
  });
}

/** @returns a wording as shown in a list, with dots for the slots */
export function outline(phrase: Phrase, language: Language): string {
  return (phrase[language][0] ?? '').replace(SLOT, '…');
}

/** @returns how a unit is called in a list of units. */
export function unitLabel(unit: SlotUnit, language: Language): string {
  if (language === 'en') return unit.en.other;
  if (language === 'zh') return unit.zh.form;
  return typeof unit.ar.forms === 'string' ? unit.ar.forms : unit.ar.forms.other;
}

function slotText(
  kind: SlotKind,
  { text, choice }: PlaceholderInput,
  language: Language,
  oblique: boolean,
  terms: readonly TermGroup[],
): string | null {
  const typed = withAsciiDigits(text).trim();
  switch (kind) {
    case 'quantity': {
      const unit = SLOT_UNITS.find(({ id }) => id === choice);
      return unit && NUMBER.test(typed) ? quantityText(typed, unit, language, oblique) : null;
    }
    case 'money': {
      const currency = CURRENCIES.find(({ code }) => code === choice);
      return currency && NUMBER.test(typed) ? moneyText(typed, currency, language) : null;
    }
    case 'percent':
      return NUMBER.test(typed) ? `${typed}%` : null;
    case 'date': {
      const [, year, month, day] = ISO_DATE.exec(typed) ?? [];
      return day ? dateText({ year: Number(year), month: Number(month), day: Number(day) }, language) : null;
    }
    case 'certificate':
    case 'incoterm':
      return choice || null;
    case 'product':
    case 'country':
    case 'city':
    case 'weekday': {
      const term = terms
        .filter((group) => group.slot === kind)
        .flatMap((group) => group.terms)
        .find(({ id }) => id === choice);
      return term ? slotForm(term, language) : null;
    }
    case 'time':
    case 'email':
    case 'phone':
    case 'code':
      return typed || null;
    // No quick phrase has a slot of another kind.
    default:
      return null;
  }
}

/** @returns all that a phrase can be found by: its wordings in every language. */
export function searchText(phrase: Phrase): string {
  return LANGUAGES.flatMap((language) => phrase[language])
    .join('\n')
    .replace(SLOT, ' ');
}
