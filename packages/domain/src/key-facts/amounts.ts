import { LANGUAGES } from '../languages.ts';
import { lookBehind } from '../look-behind.ts';
import { CURRENCIES } from '../phrasebook/currencies.ts';
import { SLOT_UNITS } from '../phrasebook/slot-units.ts';
import type { FactKind, FactMeaning } from './fact.ts';
import { NUMBER, plainNumber } from './numbers.ts';
import { Places } from './places.ts';

export interface FoundAmount {
  kind: FactKind;
  start: number;
  end: number;
  key: string;
  meaning: FactMeaning;
}

/**
 * Names shared by several currencies. They are kept apart from the unambiguous ones, and shown
 * unchanged.
 */
const VAGUE_CURRENCIES: Readonly<Record<string, readonly string[]>> = {
  $: ['dollars', 'dollar', 'bucks', '美刀', 'دولارًا', 'دولارا', 'دولارات', 'دولار'],
  '¥': ['块钱', '块'],
  dirham: ['dirhams', 'dirham', 'dhs', '迪拉姆', 'درهمًا', 'درهما', 'دراهم', 'درهم'],
  riyal: ['riyals', 'riyal', 'rials', '里亚尔', 'ريالًا', 'ريالا', 'ريالات', 'ريال'],
  dinar: ['dinars', 'dinar', '第纳尔', 'دنانير', 'دينار'],
  '£': ['pounds', 'pound', 'جنيهات', 'جنيه'],
};

const CURRENCY_OF = new Map<string, string>([
  ...CURRENCIES.flatMap(({ code, read }) =>
    [code, ...read].map((name) => [name.toLowerCase(), code] as const),
  ),
  ...Object.entries(VAGUE_CURRENCIES).flatMap(([id, names]) => names.map((name) => [name, id] as const)),
  ...['$', '€', '£', '¥'].map((sign) => [sign, sign] as const),
  ['us$', 'USD'],
]);

const CURRENCY = alternatives([...CURRENCY_OF.keys()]);
/** Before the number, only signs and codes count, not words. */
const CURRENCY_BEFORE = alternatives(
  [...CURRENCY_OF.keys()].filter((name) => /^(?:[a-z]{0,2}[$€£¥]|[a-z]{3}|人民币)$/.test(name)),
);

/**
 * The unit of the price. ("$5 250" may be one number or two, so it is ignored: half of it would be
 * wrong.)
 */
const PER =
  '(?:\\s?(?:/\\s?|per\\s|a\\s(?=piece|unit|set|kg|ton)|each|every\\s|لكل\\s|لل|للـ)(?:[a-z]{1,12}|\\p{Script=Arabic}{2,12}|[一-鿿]{1,3})?(?![a-z]))?';

const MONEY = lookBehind(
  `(?<![a-z])(${CURRENCY_BEFORE})\\s?(${NUMBER.replace('(?<![\\d.,\\w-])', '')})(?![a-z])(?! \\d{3}(?!\\d))${PER}|(${NUMBER})\\s?(${CURRENCY})(?![a-z])(?!\\p{Script=Arabic})${PER}`,
  'giu',
);
const PERCENT = lookBehind(
  `(${NUMBER})\\s?(?:%|percent(?![a-z])|بالمئة|بالمائة|في المئة|في المائة)|百分之(${NUMBER})`,
  'giu',
);

/** Units of time: they state a time, not an amount. */
const TIME_UNITS: ReadonlySet<string> = new Set([
  'minute',
  'hour',
  'day',
  'working-day',
  'week',
  'month',
  'year',
]);

const UNIT_OF = new Map(
  SLOT_UNITS.flatMap((unit) =>
    LANGUAGES.flatMap((language) => unit[language].read.map((name) => [unitKey(name), unit.id] as const)),
  ),
);
const UNIT = alternatives(
  SLOT_UNITS.flatMap((unit) => LANGUAGES.flatMap((language) => [...unit[language].read])).flatMap((name) => [
    name,
    unitKey(name),
  ]),
);
const UNIT_END = '(?![a-z0-9])(?!\\p{Script=Arabic})';
const QUANTITY = lookBehind(`(${NUMBER})\\s?(${UNIT})${UNIT_END}`, 'giu');
/** 30 x 40 x 12 cm. */
const SIZE = lookBehind(
  `(?<![\\d.,\\w-])\\d+(?:\\.\\d+)?(?:\\s?[x×*]\\s?\\d+(?:\\.\\d+)?){1,2}\\s?(?:cm|mm|m|厘米|毫米|米|سم|مم|متر)${UNIT_END}`,
  'giu',
);

const AS_WRITTEN = { kind: 'as-written' } as const;

/**
 * @param text with ASCII digits.
 * @returns prices and shares, lengths of time, and how much of what; no place is taken twice.
 */
export function findAmounts(text: string): FoundAmount[] {
  const found: FoundAmount[] = [];
  const places = new Places(text.length);
  const add = (match: RegExpExecArray, kind: FactKind, key: string, meaning: FactMeaning = AS_WRITTEN) => {
    const start = match.index;
    const end = start + match[0].trimEnd().length;
    if (places.take(start, end)) found.push({ kind, start, end, key, meaning });
  };
  for (const match of text.matchAll(MONEY)) {
    const [whole, before, numberBehind, numberBefore, behind] = match;
    const name = (before ?? behind ?? '').toLowerCase();
    const number = numberBehind ?? numberBefore ?? '';
    const per = whole
      .slice(whole.indexOf(number) + number.length)
      .replace(behind ?? '', '')
      .replace(/\s+/g, '');
    add(match, 'price', `money:${CURRENCY_OF.get(name) ?? name}:${plainNumber(number)}:${per.toLowerCase()}`);
  }
  for (const match of text.matchAll(PERCENT))
    add(match, 'price', `%:${plainNumber(match[1] ?? match[2] ?? '')}`);
  for (const match of text.matchAll(SIZE))
    add(match, 'quantity', `size:${match[0].replace(/\s/g, '').toLowerCase()}`);
  for (const match of text.matchAll(QUANTITY)) {
    const unit = UNIT_OF.get(unitKey(match[2] ?? ''));
    if (!unit) continue;
    const number = plainNumber(match[1] ?? '');
    add(match, TIME_UNITS.has(unit) ? 'date' : 'quantity', `${unit}:${number}`, {
      kind: 'quantity',
      number,
      unit,
    });
  }
  return found;
}

/** Without vowel signs and the hamza of the alef, which people write or leave out. */
function unitKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\u064B-\u065F]/g, '')
    .replace(/[أإآ]/g, 'ا');
}

function alternatives(names: readonly string[]): string {
  return [...new Set(names)]
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[$.*+?^(){}|[\]\\]/g, '\\$&'))
    .join('|');
}
