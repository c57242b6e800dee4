import type { Language } from '../languages.ts';
import { lookBehind } from '../look-behind.ts';
import { CURRENCIES, moneyText } from './currencies.ts';
import { DATE, dateText, readDate } from './dates.ts';
import { withAsciiDigits } from './normalize.ts';
import { withNumberWords } from './number-words.ts';
import {
  SECOND_SLOTS,
  type SlotKind,
  type SlotValue,
  type SlotValues,
  slotMarker,
  type WrittenSlot,
} from './slot-kinds.ts';
import type { SlotUnit } from './slot-unit.ts';
import { quantityText, SLOT_UNITS } from './slot-units.ts';
import { withTimeWords } from './time-words.ts';

export interface Slotted {
  /** The sentence with a marker in place of each value. */
  pattern: string;
  values: SlotValues;
}

/** Unsigned: a number after a dash may be negative, or the end of a range. */
const BEFORE_NUMBER = '(?<![\\d.,\\p{Pd}−])';
const NUMBER = '(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?(?![\\d]|[.,]\\d)';

const CURRENCY_OF = new Map(
  CURRENCIES.flatMap((currency) =>
    [currency.code, ...currency.read].map((name) => [name.toLowerCase(), currency] as const),
  ),
);
const CURRENCY_CODES = [...CURRENCIES.map((currency) => currency.code), 'RMB'].join('|');
const CURRENCY_NAMES = longestFirst([...CURRENCY_OF.keys()]);
const MONEY = lookBehind(
  `([$€£¥])\\s?(${NUMBER})|(?<![a-z])(${CURRENCY_CODES})\\s?(${NUMBER})|${BEFORE_NUMBER}(${NUMBER})\\s?(?:([$€£¥])|(${CURRENCY_NAMES})(?![a-z])(?!\\p{Script=Arabic}))`,
  'giu',
);
/** "about 50 pieces": the word is a part of the amount, and every language has one. */
const ABOUT: Record<Language, { before: string; after: string; write: string }> = {
  en: {
    before: '(?<!\\b(?:how|what) )\\b(?:about|around|approximately|roughly)',
    after: 'or so',
    write: 'about ',
  },
  zh: { before: '大概|大约|约|差不多', after: '左右', write: '大约' },
  ar: { before: 'حوالي|حوالى|نحو|تقريبا|تقريبًا', after: 'تقريبًا|تقريبا', write: 'حوالي ' },
};
const ABOUT_KINDS = ['quantity', 'quantity2', 'money', 'money2'] as const;
// The look-behind keeps the time linear: a match begins only where its first run of letters does.
const EMAIL = lookBehind(String.raw`(?<![a-z0-9._%+-])[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+`, 'gi');
/**
 * Names of standards and marks, the same in every language. In capitals alone: "reach" is a verb.
 */
const CERTIFICATE = lookBehind(
  String.raw`(?<![A-Za-z0-9-])(?:(?:CE|RoHS|REACH|FDA|UL|CCC|SGS|TUV|TÜV|BSCI|SEDEX|GOTS|FSC|HACCP|GMP|SASO|SABER|ECAS|ESMA|FCC|GS|OEKO-TEX|MSDS|(?:ISO|EN|ASTM|BRC)[ -]?\d{2,5}(?::\d{4})?))(?![A-Za-z0-9-])`,
  'g',
);
/** Incoterms 2020 and the older terms that are still in use. */
const INCOTERM = lookBehind(
  '(?<![A-Za-z0-9])(?:EXW|FCA|FAS|FOB|CFR|CNF|CIF|CPT|CIP|DAP|DPU|DDP|DDU|DAT)(?![A-Za-z0-9])',
  'gi',
);
const TIME = lookBehind(String.raw`(?<![\d:\p{Pd}])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:\p{Pd}])`, 'gu');
const PERCENT = lookBehind(`${BEFORE_NUMBER}(${NUMBER})\\s?%`, 'gu');
const PHONE = lookBehind(String.raw`(?<![\w+])\+?\(?\d(?:[\s()-]{0,2}\d){6,14}(?!\w)`, 'g');
/** Latin letters with a digit among them, or digits alone: booths, models, account names. */
const CODE = lookBehind(
  String.raw`(?<![A-Za-z0-9_-])(?=[A-Za-z_-]*\d)[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*(?![A-Za-z0-9_-]|[.,:]\d)`,
  'g',
);

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
const ARABIC_FEW = lookBehind(
  `(?<!\\p{Script=Arabic})(?:${longestFirst(SLOT_UNITS.flatMap(({ ar: { forms } }) => (typeof forms === 'string' ? [] : [forms.one, forms.two, forms.twoOblique])))})(?!\\p{Script=Arabic}|\\s+(?:و|من)\\s?نصف)`,
  'gu',
);

/**
 * Takes the variable parts out of a sentence. The order of the readers matters: money is no
 * quantity, and neither is a code.
 * @returns null when there are more values of one kind than a phrase can tell apart, or a day that
 * does not exist.
 */
export function extractSlots(sentence: string, language: Language): Slotted | null {
  const values = new Map<SlotKind, SlotValue>();
  let pattern = withNumberWords(withTimeWords(withAsciiDigits(sentence), language), language);
  let clash = false;

  function take(
    kind: WrittenSlot,
    regex: RegExp,
    read: (match: string, groups: (string | undefined)[]) => SlotValue,
  ) {
    pattern = pattern.replace(regex, (match: string, ...rest: unknown[]) => {
      const second = SECOND_SLOTS[kind as keyof typeof SECOND_SLOTS] as SlotKind | undefined;
      const free = values.has(kind) ? second : kind;
      if (free === undefined || values.has(free)) {
        clash = true;
        return match;
      }
      values.set(free, read(match, rest as (string | undefined)[]));
      // Spaces keep a marker from growing together with a neighbouring word; a key has them
      // collapsed.
      return ` ${slotMarker(free)} `;
    });
  }

  take('email', EMAIL, asWritten);
  take('certificate', CERTIFICATE, asWritten);
  take('incoterm', INCOTERM, (match) => asWritten(match.toUpperCase()));
  take('date', DATE[language], (_match, groups) => {
    // The last two arguments of a replacer are the offset and the whole text.
    const day = readDate(groups.slice(0, -2), language);
    clash ||= day === null;
    return { write: (target) => day && dateText(day, target) };
  });
  take('time', TIME, asWritten);
  take('percent', PERCENT, (_match, [number = '']) => asWritten(`${number}%`));
  take('money', MONEY, readMoney);
  const { pattern: quantity, units } = QUANTITY[language];
  take('quantity', quantity, (_match, [number = '', name = '']) => {
    const unit = units.get(unitKey(name));
    return {
      number,
      write: (target, oblique) => (unit ? quantityText(number, unit, target, oblique) : null),
    };
  });
  if (language === 'ar') {
    take('quantity', ARABIC_FEW, (match) => {
      const few = FEW_IN_WORDS.get(unitKey(match));
      return {
        write: (target, oblique) => (few ? quantityText(few.number, few.unit, target, oblique) : null),
      };
    });
  }
  for (const kind of ABOUT_KINDS) {
    const value = values.get(kind);
    const { before, after } = ABOUT[language];
    const about = lookBehind(
      `(?:(?:${before})\\s*${slotMarker(kind)}(?:\\s*(?:${after}))?|${slotMarker(kind)}\\s*(?:${after}))`,
      'iu',
    );
    if (!value || !about.test(pattern)) continue;
    pattern = pattern.replace(about, slotMarker(kind));
    values.set(kind, { write: (target) => written(value.write(target, true), ABOUT[target].write) });
  }
  take('phone', PHONE, asWritten);
  take('code', CODE, (match) =>
    /^\d+$/.test(match) ? { ...asWritten(match), number: match } : asWritten(match),
  );
  return clash ? null : { pattern, values };
}

function written(amount: string | null, about: string): string | null {
  return amount === null ? null : about + amount;
}

function asWritten(match: string): SlotValue {
  return { write: () => match };
}

function readMoney(_match: string, groups: (string | undefined)[]): SlotValue {
  const [symbolBefore, a, codeBefore, b, c, symbolAfter, nameAfter] = groups;
  const number = a ?? b ?? c ?? '';
  const symbol = symbolBefore ?? symbolAfter;
  if (symbol) return asWritten(`${symbol}${number}`);
  const currency = CURRENCY_OF.get((codeBefore ?? nameAfter ?? '').toLowerCase());
  return { write: (target) => (currency ? moneyText(number, currency, target) : null) };
}

function quantityReader(language: Language) {
  const units = new Map(
    SLOT_UNITS.flatMap((unit) => unit[language].read.map((name) => [unitKey(name), unit] as const)),
  );
  const names = longestFirst(SLOT_UNITS.flatMap((unit) => [...unit[language].read]));
  return {
    pattern: lookBehind(`${BEFORE_NUMBER}(${NUMBER})\\s?(${names})(?![a-z])(?!\\p{Script=Arabic})`, 'giu'),
    units,
  };
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
