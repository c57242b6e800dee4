import type { Language } from '../languages.ts';
import { CURRENCIES, moneyText } from './currencies.ts';
import { DATE, dateText, readDate } from './dates.ts';
import { withAsciiDigits } from './normalize.ts';
import { type SlotKind, slotMarker, type WrittenSlot } from './slot-kinds.ts';
import { quantityText, SLOT_UNITS, type SlotUnit } from './slot-units.ts';

/** Writes a slot's value in a language; null when it cannot be written for sure. */
export type SlotValue = (target: Language, oblique: boolean) => string | null;

export interface Slotted {
  /** The sentence with a marker in place of each value. */
  pattern: string;
  values: ReadonlyMap<SlotKind, SlotValue>;
}

/** Without a sign: a number behind a dash may be negative, or the end of a range. */
const NUMBER = '(?<![\\d.,\\p{Pd}−])(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?(?![\\d]|[.,]\\d)';

const CURRENCY_OF = new Map(
  CURRENCIES.flatMap((currency) =>
    [currency.code, ...currency.read].map((name) => [name.toLowerCase(), currency] as const),
  ),
);
const CURRENCY_CODES = [...CURRENCIES.map((currency) => currency.code), 'RMB'].join('|');
const CURRENCY_NAMES = longestFirst([...CURRENCY_OF.keys()]);
const MONEY = new RegExp(
  `([$€£¥])\\s?(${NUMBER})|(?<![a-z])(${CURRENCY_CODES})\\s?(${NUMBER})|(${NUMBER})\\s?(?:([$€£¥])|(${CURRENCY_NAMES})(?![a-z])(?!\\p{Script=Arabic}))`,
  'giu',
);
const EMAIL = /[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi;
/** Names of standards and marks, the same in every language. In capitals alone: "reach" is a verb. */
const CERTIFICATE =
  /(?<![A-Za-z0-9-])(?:(?:CE|RoHS|REACH|FDA|UL|CCC|SGS|TUV|TÜV|BSCI|SEDEX|GOTS|FSC|HACCP|GMP|SASO|SABER|ECAS|ESMA|FCC|GS|OEKO-TEX|MSDS|(?:ISO|EN|ASTM|BRC)[ -]?\d{2,5}(?::\d{4})?))(?![A-Za-z0-9-])/g;
/** Incoterms 2020 and the older terms that are still in use. */
const INCOTERM =
  /(?<![A-Za-z0-9])(?:EXW|FCA|FAS|FOB|CFR|CNF|CIF|CPT|CIP|DAP|DPU|DDP|DDU|DAT)(?![A-Za-z0-9])/gi;
const TIME = /(?<![\d:\p{Pd}])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:\p{Pd}])/gu;
const PERCENT = new RegExp(`(${NUMBER})\\s?%`, 'gu');
const PHONE = /(?<![\w+])\+?\(?\d(?:[\s()-]{0,2}\d){6,14}(?!\w)/g;
/** Latin letters with a digit among them, or digits alone: booths, models, account names. */
const CODE = /(?<![A-Za-z0-9_-])(?=[A-Za-z_-]*\d)[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*(?![A-Za-z0-9_-]|[.,:]\d)/g;

const QUANTITY: Record<Language, { pattern: RegExp; units: ReadonlyMap<string, SlotUnit> }> = {
  en: quantityReader('en'),
  zh: quantityReader('zh'),
  ar: quantityReader('ar'),
};

/** Arabic words for one or two of something, which have no digit. */
const FEW_IN_WORDS = new Map<string, { unit: SlotUnit; number: string }>(
  SLOT_UNITS.flatMap((unit) => {
    const { forms } = unit.ar;
    if (typeof forms === 'string') return [];
    return [
      [unitKey(forms.one), { unit, number: '1' }],
      [unitKey(forms.two), { unit, number: '2' }],
      [unitKey(forms.twoOblique), { unit, number: '2' }],
    ] as const;
  }),
);
const ARABIC_FEW = new RegExp(
  `(?<!\\p{Script=Arabic})(?:${longestFirst(SLOT_UNITS.flatMap(({ ar: { forms } }) => (typeof forms === 'string' ? [] : [forms.one, forms.two, forms.twoOblique])))})(?!\\p{Script=Arabic}|\\s+(?:و|من)\\s?نصف)`,
  'gu',
);

/**
 * Takes the variable parts out of a sentence. The order of the readers matters: what is money is no quantity, what is
 * either is no code.
 * @returns null when there are two values of one kind (which is which could only be guessed), or a day that is none.
 */
export function extractSlots(sentence: string, language: Language): Slotted | null {
  const values = new Map<SlotKind, SlotValue>();
  let pattern = withAsciiDigits(sentence);
  let clash = false;

  function take(
    kind: WrittenSlot,
    regex: RegExp,
    read: (match: string, groups: (string | undefined)[]) => SlotValue,
  ) {
    pattern = pattern.replace(regex, (match: string, ...rest: unknown[]) => {
      clash ||= values.has(kind);
      values.set(kind, read(match, rest as (string | undefined)[]));
      // Spaces keep a marker from growing together with a neighbouring word; a key has them collapsed.
      return ` ${slotMarker(kind)} `;
    });
  }

  take('email', EMAIL, asWritten);
  take('certificate', CERTIFICATE, asWritten);
  take('incoterm', INCOTERM, (match) => asWritten(match.toUpperCase()));
  take('date', DATE[language], (_match, groups) => {
    // The last two arguments of a replacer are the offset and the whole text.
    const day = readDate(groups.slice(0, -2), language);
    clash ||= day === null;
    return (target) => day && dateText(day, target);
  });
  take('time', TIME, asWritten);
  take(
    'percent',
    PERCENT,
    (_match, [number = '']) =>
      () =>
        `${number}%`,
  );
  take('money', MONEY, readMoney);
  const { pattern: quantity, units } = QUANTITY[language];
  take('quantity', quantity, (_match, [number = '', name = '']) => {
    const unit = units.get(unitKey(name));
    return (target, oblique) => (unit ? quantityText(number, unit, target, oblique) : null);
  });
  if (language === 'ar') {
    take('quantity', ARABIC_FEW, (match) => {
      const few = FEW_IN_WORDS.get(unitKey(match));
      return (target, oblique) => (few ? quantityText(few.number, few.unit, target, oblique) : null);
    });
  }
  take('phone', PHONE, asWritten);
  take('code', CODE, asWritten);
  return clash ? null : { pattern, values };
}

function asWritten(match: string): SlotValue {
  return () => match;
}

function readMoney(_match: string, groups: (string | undefined)[]): SlotValue {
  const [symbolBefore, a, codeBefore, b, c, symbolAfter, nameAfter] = groups;
  const number = a ?? b ?? c ?? '';
  const symbol = symbolBefore ?? symbolAfter;
  if (symbol) return () => `${symbol}${number}`;
  const currency = CURRENCY_OF.get((codeBefore ?? nameAfter ?? '').toLowerCase());
  return (target) => (currency ? moneyText(number, currency, target) : null);
}

function quantityReader(language: Language) {
  const units = new Map(
    SLOT_UNITS.flatMap((unit) => unit[language].read.map((name) => [unitKey(name), unit] as const)),
  );
  const names = longestFirst(SLOT_UNITS.flatMap((unit) => [...unit[language].read]));
  return { pattern: new RegExp(`(${NUMBER})\\s?(${names})(?![a-z])(?!\\p{Script=Arabic})`, 'giu'), units };
}

/** Without vowel signs and the hamza of the alef, which people write or leave out. */
function unitKey(name: string): string {
  return bareAlef(withoutVowels(name.normalize('NFKC').toLowerCase()));
}

function withoutVowels(name: string): string {
  return name.replace(/[\u064B-\u065F]/g, '');
}

function bareAlef(name: string): string {
  return name.replace(/[أإآ]/g, 'ا');
}

function longestFirst(names: string[]): string {
  return [...new Set(names.flatMap((name) => [name, withoutVowels(name), bareAlef(withoutVowels(name))]))]
    .toSorted((a, b) => b.length - a.length)
    .join('|');
}
