import { withoutTrailing } from '@dragoman/domain/text';
import { withoutFixedTokens } from './fixed-tokens.ts';
import { UNITS, type Unit } from './units.ts';

/**
 * A number in a text: its value with its scale word, and the unit beside it when it is one we know.
 */
interface Quantity {
  /** Canonical decimal digits: "1.5 million", "1,500,000" and "150万" are all "1500000". */
  value: string;
  unit: Unit | null;
  /**
   * Languages write it with or without digits: an ordinal (2nd, 第2), a month (3月), the minutes of a
   * full hour (3:00).
   */
  optional: boolean;
}

const SCALES: Record<string, number> = {
  k: 3,
  thousand: 3,
  million: 6,
  billion: 9,
  十: 1,
  百: 2,
  千: 3,
  万: 4,
  十万: 5,
  百万: 6,
  千万: 7,
  亿: 8,
  十亿: 9,
  الف: 3,
  الفا: 3,
  الاف: 3,
  مليون: 6,
  مليونا: 6,
  ملايين: 6,
  مليار: 9,
};

const NUMBER = /\d+(?:,\d{3})*(?:\.\d+)?/g;
const UNITS_BY_NAME = new Map(UNITS.flatMap((unit) => unit.names.map((name) => [name, unit] as const)));
const SCALE_AFTER = afterNumber(Object.keys(SCALES));
const UNIT_AFTER = afterNumber([...UNITS_BY_NAME.keys()]);
const UNIT_BEFORE = new RegExp(
  `(?<![a-z])(${alternatives([...UNITS_BY_NAME.keys()].filter((name) => /^(?:\W|us\$|[a-z]{3})$/.test(name)))}|人民币|美元|百分之)\\s*$`,
  'u',
);

/** Reads every number of a text, in any of the three languages' digits and separators. */
export function quantities(text: string): Quantity[] {
  const plain = normalisedNumbers(withoutFixedTokens(text));
  const found: Quantity[] = [];
  for (const match of plain.matchAll(NUMBER)) {
    const before = plain.slice(Math.max(0, match.index - 8), match.index);
    let after = plain.slice(match.index + match[0].length, match.index + match[0].length + 24);
    const optional = isOptional(match[0], before, after);
    // A unit first: the 千 of 千克 (kilogram) is no thousand.
    const scale = UNIT_AFTER.test(after) ? null : after.match(SCALE_AFTER);
    if (scale) after = after.slice(scale[0].length);
    const power = scale?.[1] ? (SCALES[scale[1]] ?? 0) : 0;
    found.push({
      value: scaled(match[0].replaceAll(',', ''), power),
      unit: unitBeside(before, after),
      optional,
    });
  }
  return found;
}

function isOptional(number: string, before: string, after: string): boolean {
  const ordinal = /^(?:st|nd|rd|th)(?![a-z])/.test(after) || before.endsWith('第');
  return ordinal || after.startsWith('月') || (number === '00' && before.endsWith(':'));
}

/**
 * Lower case, ASCII digits and separators, no vowel signs, one form of alef: the form of the tables
 * above.
 */
function normalisedNumbers(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u064B-\u065F\u0670\u0640]/g, '')
    .replace(/[أإآ]/g, 'ا')
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('٬', ',')
    .replaceAll('٫', '.');
}

function unitBeside(before: string, after: string): Unit | null {
  const following = after.match(UNIT_AFTER)?.[1];
  if (following) return UNITS_BY_NAME.get(following) ?? null;
  const preceding = before.match(UNIT_BEFORE)?.[1];
  if (preceding === '百分之') return UNITS_BY_NAME.get('%') ?? null;
  return preceding ? (UNITS_BY_NAME.get(preceding) ?? null) : null;
}

/** Moves the decimal point by text, since 1.1 * 1e6 is not exact. */
function scaled(number: string, power: number): string {
  const [whole = '', fraction = ''] = number.split('.');
  const digits = whole + fraction.slice(0, power).padEnd(power, '0');
  const rest = withoutTrailing(fraction.slice(power), '0');
  // Long runs with leading zeros are account or telephone numbers: there the zeros count.
  const integer = /^0\d{2,}$/.test(digits) && power === 0 ? digits : digits.replace(/^0+(?=\d)/, '');
  return rest ? `${integer}.${rest}` : integer;
}

function afterNumber(names: string[]): RegExp {
  // A Latin or Arabic word must end there; Chinese has no word ends.
  return new RegExp(
    `^\\s*(${alternatives(names)})(?<![a-z](?=[a-z]))(?<!\\p{Script=Arabic}(?=\\p{Script=Arabic}))`,
    'u',
  );
}

function alternatives(names: string[]): string {
  return names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[$.*+?^(){}|[\]\\]/g, '\\$&'))
    .join('|');
}
