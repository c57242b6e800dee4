/**
 * Comparisons of values of PostgreSQL's types, from their text (supabase-protocol 4.4: filters run
 * by the column's type). Pure.
 */

/**
 * The operations by which values of a type are compared. `T` is the value made ready to compare.
 */
export interface ScalarType<T = unknown> {
  /** @returns null when the text is no value of the type, or one whose order is not known */
  read(text: string): T | null;
  /** Equal values, however written, have one key. */
  key(value: T): string;
  /** Absent when the type's order is not known here (enumerations, networks, ranges, ...). */
  compare?(a: T, b: T): number;
  /** Whether pattern operators such as `like` apply to the type. */
  textual: boolean;
}

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid']);
const TEXTS = new Set(['text', 'varchar', 'name', 'char']);

/**
 * @param name `pg_type.typname`
 * @returns null for types that only `is` can filter (JSON, arrays)
 */
export function scalarType(name: string): ScalarType | null {
  if (name.startsWith('_') || name === 'json' || name === 'jsonb') return null;
  if (NUMBERS.has(name)) return decimalType as ScalarType;
  if (TEXTS.has(name)) return textType((text) => text) as ScalarType;
  if (name === 'bpchar') return textType((text) => text.replace(/ +$/, '')) as ScalarType;
  if (name === 'citext') return textType((text) => text.toLowerCase()) as ScalarType;
  if (name === 'bool') return booleanType as ScalarType;
  if (name === 'uuid') return uuidType as ScalarType;
  if (name === 'timestamptz' || name === 'timestamp' || name === 'date')
    return instantType(name) as ScalarType;
  return labelType as ScalarType;
}

/**
 * sign × 0.digits × 10^point: exact for any number of digits, and cheap for a huge exponent. NaN
 * has sign 2.
 */
interface Decimal {
  sign: number;
  point: number;
  digits: string;
}

const decimalType: ScalarType<Decimal> = {
  textual: false,
  read: readDecimal,
  key: ({ sign, point, digits }) => `${sign}/${point}/${digits}`,
  compare: (a, b) =>
    a.sign - b.sign ||
    a.sign * (difference(a.point, b.point) || (a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0)),
};

function readDecimal(text: string): Decimal | null {
  const trimmed = text.trim();
  if (/^nan$/i.test(trimmed)) return { sign: 2, point: 0, digits: '' }; // PostgreSQL: equal to itself, above all others
  if (/^[+-]?inf(inity)?$/i.test(trimmed)) {
    return { sign: trimmed.startsWith('-') ? -1 : 1, point: Number.POSITIVE_INFINITY, digits: '' };
  }
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,6}))?$/i.exec(trimmed);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts ?? [];
  if (!parts || whole + fraction === '') return null;
  const all = whole + fraction;
  const significant = all.replace(/^0+/, '');
  if (significant === '') return { sign: 0, point: 0, digits: '' };
  return {
    sign: sign === '-' ? -1 : 1,
    point: whole.length - (all.length - significant.length) + Number(exponent),
    digits: significant.replace(/(?<!0)0+$/, ''),
  };
}

/** Subtraction would make NaN of two infinities. */
function difference(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compared by code unit, as the C collation does for all but the rarest characters. */
function textType(normalize: (text: string) => string): ScalarType<string> {
  return {
    textual: true,
    read: normalize,
    key: (value) => value,
    compare: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  };
}

const TRUTH = new Map(
  ['true', 't', 'yes', 'y', 'on', '1']
    .map((text): [string, boolean] => [text, true])
    .concat(['false', 'f', 'no', 'n', 'off', '0'].map((text) => [text, false])),
);

const booleanType: ScalarType<boolean> = {
  textual: false,
  read: (text) => TRUTH.get(text.trim().toLowerCase()) ?? null,
  key: String,
  compare: (a, b) => Number(a) - Number(b),
};

const uuidType: ScalarType<string> = {
  textual: false,
  read(text) {
    const digits = text.trim().toLowerCase().replace(/[-{}]/g, '');
    return /^[0-9a-f]{32}$/.test(digits) ? digits : null;
  },
  key: (value) => value,
  compare: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
};

/** Values of types without a rule of their own are equal when PostgreSQL prints them alike. */
const labelType: ScalarType<string> = { textual: false, read: (text) => text, key: (value) => value };

const INSTANT =
  /^(\d{4,6})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6})\d*)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * Microseconds since 1970. A timestamptz without an offset counts as UTC; a timestamp's offset is
 * ignored, as PostgreSQL does.
 */
function instantType(name: 'timestamptz' | 'timestamp' | 'date'): ScalarType<bigint> {
  return {
    textual: false,
    key: String,
    compare: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
    read(text) {
      const trimmed = text.trim();
      if (/^infinity$/i.test(trimmed)) return 1n << 62n;
      if (/^-infinity$/i.test(trimmed)) return -(1n << 62n);
      const parts = INSTANT.exec(trimmed);
      if (!parts) return null;
      const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = parts;
      const date = new Date(0);
      date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
      if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
      if (name === 'date') return BigInt(date.getTime()) * 1000n;
      if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return null;
      const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
      const offset = name === 'timestamptz' ? offsetSeconds(zone) : 0;
      return BigInt(date.getTime() + (seconds - offset) * 1000) * 1000n + BigInt(fraction.padEnd(6, '0'));
    },
  };
}

function offsetSeconds(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  return (zone.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60);
}
