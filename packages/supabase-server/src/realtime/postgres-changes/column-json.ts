import { parse } from 'postgres-array';

/**
 * JSON of values of PostgreSQL's types, from their text, as `to_jsonb` writes them: numbers digit
 * by digit, times in ISO 8601. Pure.
 */

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric']);
/** NaN and the infinities are no numbers of JSON. */
const JSON_NUMBER = /^-?\d/;
const TIME = /^(\d+-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:([+-]\d\d)(:\d\d)?)?( BC)?$/;

/**
 * @param text the value with DateStyle ISO
 * @param type `pg_type.typname` of the column; of the base type for a domain
 * @returns JSON text; a composite value is a string
 */
export function columnJson(text: string | null, type: string): string {
  if (text === null) return 'null';
  if (NUMBERS.has(type)) return JSON_NUMBER.test(text) ? text : JSON.stringify(text);
  if (type === 'bool') return text === 't' ? 'true' : 'false';
  if (type === 'json' || type === 'jsonb') return text;
  if (type === 'timestamp' || type === 'timestamptz') return JSON.stringify(isoTime(text));
  if (type.startsWith('_')) return arrayJson(text, type.slice(1));
  return JSON.stringify(text);
}

function isoTime(text: string): string {
  return text.replace(TIME, (_, date, time, hours = '', minutes = hours && ':00', era = '') =>
    [date, 'T', time, hours, minutes, era].join(''),
  );
}

type Nested = string | null | Nested[];

function arrayJson(text: string, element: string): string {
  const write = (value: Nested): string =>
    Array.isArray(value) ? `[${value.map(write).join(',')}]` : (value ?? 'null');
  return write(parse<Nested>(text, (value) => columnJson(value, element)));
}
