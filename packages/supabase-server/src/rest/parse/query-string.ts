import { requestErrors } from '../rest-error.ts';

export type Parameter = readonly [name: string, value: string];

/**
 * Splits a raw query string (without its `?`) into decoded parameters in their order. Parameters
 * without `=` are dropped.
 * @throws {RestError} when it is no UTF-8 text or holds a NUL character, which no PostgreSQL text
 * can
 */
export function splitQueryString(raw: string): Parameter[] {
  if (raw === '') return [];
  const parameters: Parameter[] = [];
  for (const part of raw.split('&')) {
    const equals = part.indexOf('=');
    if (equals > 0) parameters.push([decode(part.slice(0, equals)), decode(part.slice(equals + 1))]);
  }
  return parameters;
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  const decoded = spaced.includes('%') ? percentDecode(spaced) : spaced;
  if (decoded.includes('\0')) throw requestErrors.nulCharacter();
  return decoded;
}

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw requestErrors.parse('the query string is not percent-encoded UTF-8', `in "${text.slice(0, 200)}"`);
  }
}
