/**
 * Reads the `filter` parameter of a postgres_changes subscription (supabase-protocol 4.4). Pure.
 */

export const FILTER_OPERATORS = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'match',
  'imatch',
  'isdistinct',
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/**
 * `column=[not.]operator.value`; only `in` has several values, only `isdistinct` knows the value
 * null.
 */
export interface Condition {
  column: string;
  negated: boolean;
  operator: FilterOperator;
  values: ReadonlyArray<string | null>;
}

/** The filter cannot be used; the message is for the developer who wrote it. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}

const MAX_FILTER_LENGTH = 4000;
const MAX_LIST_VALUES = 100;
const MAX_PATTERNS = 3;
const PATTERNS: readonly FilterOperator[] = ['like', 'ilike', 'match', 'imatch'];

/** Checks whether the operator compares with a pattern. */
export function takesPattern(operator: FilterOperator): boolean {
  return PATTERNS.includes(operator);
}

/**
 * @param filter conditions separated by commas, all of which must hold; an empty text has no
 * conditions
 * @throws {FilterError}
 */
export function parseFilter(filter: string): Condition[] {
  if (filter.trim() === '') return [];
  if (filter.length > MAX_FILTER_LENGTH) {
    throw new FilterError(`a filter has at most ${MAX_FILTER_LENGTH} characters`);
  }
  const conditions = splitList(filter).map(parseCondition);
  if (conditions.filter(({ operator }) => takesPattern(operator)).length > MAX_PATTERNS) {
    throw new FilterError(`a filter has at most ${MAX_PATTERNS} patterns`);
  }
  return conditions;
}

function parseCondition(text: string): Condition {
  const parsed = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text);
  const [, column = '', not, name = '', rest = ''] = parsed ?? [];
  const operator = FILTER_OPERATORS.find((known) => known === name);
  if (!parsed) throw new FilterError(`"${text}" is not of the form column=operator.value`);
  if (!operator) throw new FilterError(`unknown operator "${name}"`);
  return { column: column.trim(), negated: not !== undefined, operator, values: parseValues(operator, rest) };
}

function parseValues(operator: FilterOperator, text: string): Array<string | null> {
  if (operator === 'isdistinct' && text === 'null') return [null];
  if (operator !== 'in') return [unquote(text)];
  if (!text.startsWith('(') || !text.endsWith(')')) {
    throw new FilterError('the values of "in" stand in parentheses: in.(a,b)');
  }
  const inner = text.slice(1, -1);
  if (inner.trim() === '') throw new FilterError('"in" needs at least one value');
  const values = splitList(inner).map((value) => unquote(value.trim()));
  if (values.length > MAX_LIST_VALUES) throw new FilterError(`"in" takes at most ${MAX_LIST_VALUES} values`);
  return values;
}

/**
 * Splits at commas outside quotes and outside the parentheses of `in`. Both open only where a value
 * begins.
 */
function splitList(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  let nested = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (quoted) {
      if (char === '\\') at += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"' && (at === start || /[.(,]/.test(text[at - 1] ?? ''))) {
      quoted = true;
    } else if (char === '(' && text.endsWith('in.', at)) {
      nested = true;
    } else if (char === ')') {
      nested = false;
    } else if (char === ',' && !nested) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  if (quoted) throw new FilterError('a quotation mark is not closed');
  if (nested) throw new FilterError('a parenthesis is not closed');
  parts.push(text.slice(start));
  return parts;
}

function unquote(value: string): string {
  if (!value.startsWith('"')) return value;
  if (value.length < 2 || !value.endsWith('"')) {
    throw new FilterError('nothing may follow a closing quotation mark');
  }
  return value.slice(1, -1).replace(/\\(.)/gs, '$1');
}
