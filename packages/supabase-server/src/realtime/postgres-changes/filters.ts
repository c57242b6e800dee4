import { type Condition, FilterError, type FilterOperator, takesPattern } from './filter-syntax.ts';
import { scalarText } from './json-fields.ts';
import { likePattern, type Pattern, PatternError, regexPattern } from './patterns.ts';
import { type ScalarType, scalarType } from './scalar-types.ts';

/** SQL's logic: null means unknown, which `not` leaves unknown and which does not match. */
type Truth = boolean | null;
type Test = (text: string | null) => Truth;

/** A condition compiled for one column's type. Each subscribed chat has one, so it is small. */
export class Filter {
  readonly column: string;
  /**
   * The key of {@link valueKey} that the value must have for `eq`, so that an index can find the
   * subscription.
   */
  readonly equalTo: string | null;
  readonly #operator: FilterOperator;
  readonly #negated: boolean;
  readonly #test: Test;
  readonly #pattern: Pattern | null;

  constructor(
    { column, operator, negated }: Condition,
    test: Test,
    { equalTo = null, pattern = null }: { equalTo?: string | null; pattern?: Pattern | null },
  ) {
    this.column = column;
    this.equalTo = equalTo;
    this.#pattern = pattern;
    this.#operator = operator;
    this.#negated = negated;
    this.#test = test;
  }

  /**
   * Whether this filter only tells whether a value is one of those that the subscriber already
   * knew.
   */
  get exact(): boolean {
    return !this.#negated && (this.#operator === 'eq' || this.#operator === 'in');
  }

  /** Patterns cost more than a look-up and run only on rows that the subscriber may see. */
  get hasPattern(): boolean {
    return this.#pattern !== null;
  }

  /** @returns the steps (see PatternBudget) that {@link matches} takes at most */
  steps(json: string | undefined): number {
    return this.#pattern?.steps(json?.length ?? 0) ?? 0;
  }

  /** @param json the column's value as JSON text; undefined when the row lacks the column */
  matches(json: string | undefined): boolean {
    if (json === undefined) return false;
    const truth = this.#test(scalarText(json));
    return truth !== null && truth !== this.#negated;
  }
}

/**
 * @param typeName `pg_type.typname` of the column
 * @throws {FilterError} when the operator does not fit the type, or the value is not valid for it
 */
export function compileFilter(condition: Condition, typeName: string): Filter {
  const { operator, negated } = condition;
  if (operator === 'is') return new Filter(condition, isTest(condition), {});
  const type = scalarType(typeName);
  if (type === null) {
    throw new FilterError(`column "${condition.column}" of type ${typeName} can only be filtered with "is"`);
  }
  if (takesPattern(operator)) {
    const pattern = patternOf(condition, type);
    return new Filter(condition, (text) => (text === null ? null : pattern.matches(text)), { pattern });
  }
  const equalTo = operator === 'eq' && !negated ? readKey(condition, typeName) : null;
  return new Filter(condition, valueTest(condition, type, typeName), { equalTo });
}

/**
 * The key by which equal values of a type are one.
 * @returns null for SQL's null and for what is no value of the type
 */
export function valueKey(json: string | undefined, typeName: string): string | null {
  const text = json === undefined ? null : scalarText(json);
  const type = scalarType(typeName);
  const value = text === null || type === null ? null : type.read(text);
  return value === null || type === null ? null : type.key(value);
}

function readKey({ values: [value] }: Condition, typeName: string): string | null {
  return valueKey(JSON.stringify(value), typeName);
}

function isTest({ values: [value], column }: Condition): Test {
  switch (value?.toLowerCase()) {
    case 'null':
    case 'unknown':
      return (text) => text === null;
    case 'true':
      return (text) => text === 'true';
    case 'false':
      return (text) => text === 'false';
    default:
      throw new FilterError(`"is" takes null, true, false or unknown (column "${column}")`);
  }
}

function valueTest(condition: Condition, type: ScalarType, typeName: string): Test {
  const { operator, values } = condition;
  switch (operator) {
    case 'in': {
      const keys = new Set(values.map((value) => type.key(readValue(condition, type, typeName, value))));
      return known(type, (value) => keys.has(type.key(value)));
    }
    case 'isdistinct': {
      if (values[0] === null) return (text) => text !== null;
      const key = type.key(readValue(condition, type, typeName, values[0]));
      return (text) => {
        const value = text === null ? null : type.read(text);
        return value === null || type.key(value) !== key;
      };
    }
    default:
      return orderTest(condition, type, readValue(condition, type, typeName, values[0]));
  }
}

function orderTest({ operator, column }: Condition, type: ScalarType, wanted: unknown): Test {
  const key = type.key(wanted);
  if (operator === 'eq') return known(type, (value) => type.key(value) === key);
  if (operator === 'neq') return known(type, (value) => type.key(value) !== key);
  const compare = type.compare;
  if (!compare)
    throw new FilterError(`the values of column "${column}" have no order here: use eq, neq or in`);
  switch (operator) {
    case 'lt':
      return known(type, (value) => compare(value, wanted) < 0);
    case 'lte':
      return known(type, (value) => compare(value, wanted) <= 0);
    case 'gt':
      return known(type, (value) => compare(value, wanted) > 0);
    default:
      return known(type, (value) => compare(value, wanted) >= 0);
  }
}

function patternOf({ operator, column, values }: Condition, type: ScalarType): Pattern {
  if (!type.textual) throw new FilterError(`"${operator}" needs a text column, which "${column}" is not`);
  const pattern = values[0] ?? '';
  const ignoreCase = operator === 'ilike' || operator === 'imatch';
  try {
    return operator === 'like' || operator === 'ilike'
      ? likePattern(pattern, ignoreCase)
      : regexPattern(pattern, ignoreCase);
  } catch (error) {
    throw error instanceof PatternError ? new FilterError(error.message) : error;
  }
}

function known(type: ScalarType, test: (value: unknown) => boolean): Test {
  return (text) => {
    const value = text === null ? null : type.read(text);
    return value === null ? null : test(value);
  };
}

function readValue(
  { column }: Condition,
  type: ScalarType,
  typeName: string,
  text: string | null | undefined,
) {
  const value = typeof text === 'string' ? type.read(text) : null;
  if (value === null) throw new FilterError(`"${text}" is no value of type ${typeName} (column "${column}")`);
  return value;
}
