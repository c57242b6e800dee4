import type { Language } from '@dragoman/domain/languages';
import { withAsciiDigits } from './normalize.ts';
import { quantityText, SLOT_UNITS, type SlotUnit } from './slot-units.ts';

export const SLOT_KINDS = ['email', 'time', 'percent', 'money', 'quantity', 'phone', 'code'] as const;
export type SlotKind = (typeof SLOT_KINDS)[number];

/** Writes a slot's value in a language; null when it cannot be written for sure. */
export type SlotValue = (target: Language) => string | null;

export interface Slotted {
  /** The sentence with a marker in place of each value. */
  pattern: string;
  values: ReadonlyMap<SlotKind, SlotValue>;
}

/** Without a sign: a number behind a dash may be negative, or the end of a range. */
const NUMBER = '(?<![\\d.,\\p{Pd}−])(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?(?![\\d]|[.,]\\d)';

/** Currencies whose name is beyond doubt; "dollars" alone may be one of twenty, "dirhams" one of two. Symbols stay as they are. */
const CURRENCIES = [
  {
    code: 'USD',
    zh: '美元',
    read: [
      'USD',
      'US dollars',
      'US dollar',
      '美元',
      '美金',
      'دولار أمريكي',
      'دولارا أمريكيا',
      'دولارات أمريكية',
    ],
  },
  {
    code: 'CNY',
    zh: '元人民币',
    read: ['CNY', 'RMB', 'yuan', '元人民币', '人民币', '元', 'يوان', 'يوان صيني'],
  },
  { code: 'AED', zh: '阿联酋迪拉姆', read: ['AED', '阿联酋迪拉姆', 'درهم إماراتي', 'دراهم إماراتية'] },
  { code: 'EUR', zh: '欧元', read: ['EUR', 'euros', 'euro', '欧元', 'يورو'] },
] as const;

const CURRENCY_OF = new Map(
  CURRENCIES.flatMap((currency) => currency.read.map((name) => [name.toLowerCase(), currency] as const)),
);
const CURRENCY_NAMES = longestFirst([...CURRENCY_OF.keys()]);
const MONEY = new RegExp(
  `([$€£¥])\\s?(${NUMBER})|(?<![a-z])(usd|cny|rmb|aed|eur)\\s?(${NUMBER})|(${NUMBER})\\s?(?:([$€£¥])|(${CURRENCY_NAMES})(?![a-z])(?!\\p{Script=Arabic}))`,
  'giu',
);
const EMAIL = /[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi;
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

/** @returns the character that stands for a slot of `kind` in a pattern. */
export function slotMarker(kind: SlotKind): string {
  return String.fromCharCode(0xe000 + SLOT_KINDS.indexOf(kind));
}

/**
 * Takes the variable parts out of a sentence. The order of the readers matters: what is money is no quantity, what is
 * either is no code.
 * @returns null when there are two values of one kind: which is which could only be guessed.
 */
export function extractSlots(sentence: string, language: Language): Slotted | null {
  const values = new Map<SlotKind, SlotValue>();
  let pattern = withAsciiDigits(sentence);
  let clash = false;

  function take(
    kind: SlotKind,
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
    return (target) => (unit ? quantityText(number, unit, target) : null);
  });
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
  return (target) => {
    if (!currency) return null;
    if (target === 'zh') return `${number}${currency.zh}`;
    // The code, because an Arabic currency name changes with its number and with the grammar around it.
    return target === 'ar' ? `${number} ${currency.code}` : `${currency.code} ${number}`;
  };
}

function quantityReader(language: Language) {
  const units = new Map(
    SLOT_UNITS.flatMap((unit) => unit[language].read.map((name) => [unitKey(name), unit] as const)),
  );
  const names = longestFirst(SLOT_UNITS.flatMap((unit) => [...unit[language].read]));
  return { pattern: new RegExp(`(${NUMBER})\\s?(${names})(?![a-z])(?!\\p{Script=Arabic})`, 'giu'), units };
}

/** Without vowel signs, which people write or leave out. */
function unitKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u064B-\u065F]/g, '');
}

function longestFirst(names: string[]): string {
  return names.toSorted((a, b) => b.length - a.length).join('|');
}
