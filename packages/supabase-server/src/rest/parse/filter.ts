import type {
  CompareOperator,
  Condition,
  FilterCondition,
  IsValue,
  Operation,
  SearchOperator,
  Test,
} from './ast.ts';
import { type Budget, QUERY_LIMITS } from './limits.ts';
import { takeField, takeQuoted } from './names.ts';
import { Scanner } from './scanner.ts';

/** Operators that also take `(any)` and `(all)` and then a list `{a,b}`. */
const QUANTIFIABLE = ['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'];
const COMPARE = new Set([...QUANTIFIABLE, 'neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj']);
const SEARCH = new Set(['fts', 'plfts', 'phfts', 'wfts']);
const EXPECTED_OPERATOR = '"not" or operator (eq, gt, ...)';

const OPERATOR_PREFIX =
  /^(?:not\.)?(?:(?:eq|gte?|lte?|i?like|i?match)(?:\((?:any|all)\))?|neq|cs|cd|ov|sl|sr|nxr|nxl|adj|is|in|isdistinct|(?:pl|ph|w)?fts(?:\([^)]*\))?)\./;
const WORD = /[a-z]+/y;
const IS_VALUE = /null|not_null|true|false|unknown/iy;
const SEARCH_CONFIG = /\([^()]+\)/y;
const LIST_ELEMENT = /[^,)]*/y;
const BRACED = /\{[^{}]*\}/y;

/**
 * Checks whether the value of a parameter is a filter; a function called with GET takes the others
 * as arguments.
 */
export function looksLikeFilter(value: string): boolean {
  return OPERATOR_PREFIX.test(value);
}

/** Reads the value of a filter parameter, `eq.5`. @throws {RestError} PGRST100 */
export function parseFilterValue(value: string, budget: Budget): Operation {
  const scanner = new Scanner('filter', value);
  budget.spend('filters', scanner);
  const operation = takeOperation(scanner, budget, (s) => s.rest());
  scanner.expectEnd();
  return operation;
}

/**
 * Reads the value of an `and` or `or` parameter, `(a.eq.1,not.and(b.gt.2,c.is.null))`.
 * @throws {RestError} PGRST100
 */
export function parseLogic(
  operator: 'and' | 'or',
  negated: boolean,
  value: string,
  budget: Budget,
): Condition {
  const scanner = new Scanner('logic tree', value);
  const conditions = takeConditions(scanner, budget, 1);
  scanner.expectEnd();
  return { kind: 'group', negated, operator, conditions };
}

function takeConditions(scanner: Scanner, budget: Budget, depth: number): Condition[] {
  if (depth > QUERY_LIMITS.filterDepth) {
    scanner.refuse(`filters may be nested at most ${QUERY_LIMITS.filterDepth} deep`);
  }
  scanner.expect('(');
  const conditions: Condition[] = [];
  do {
    scanner.skipSpace();
    conditions.push(takeCondition(scanner, budget, depth));
    scanner.skipSpace();
  } while (scanner.eat(','));
  scanner.expect(')');
  return conditions;
}

function takeCondition(scanner: Scanner, budget: Budget, depth: number): Condition {
  for (const negated of [false, true]) {
    for (const operator of ['and', 'or'] as const) {
      const word = negated ? `not.${operator}` : operator;
      if (scanner.at(`${word}(`)) {
        scanner.position += word.length;
        return { kind: 'group', negated, operator, conditions: takeConditions(scanner, budget, depth + 1) };
      }
    }
  }
  budget.spend('filters', scanner);
  const field = takeField(scanner);
  scanner.expect('.');
  const operation = takeOperation(scanner, budget, takeLogicValue);
  return { kind: 'filter', field, ...operation } satisfies FilterCondition;
}

function takeOperation(scanner: Scanner, budget: Budget, takeValue: (scanner: Scanner) => string): Operation {
  const negated = scanner.eat('not.');
  return { negated, test: takeTest(scanner, budget, takeValue) };
}

function takeTest(scanner: Scanner, budget: Budget, takeValue: (scanner: Scanner) => string): Test {
  const start = scanner.position;
  const operator = scanner.take(WORD) ?? '';
  if (operator === 'in' && scanner.eat('.')) return { kind: 'in', values: takeList(scanner, budget) };
  if (operator === 'is' && scanner.eat('.')) {
    const value = scanner.take(IS_VALUE);
    if (value === null) scanner.fail('null, not_null, true, false or unknown');
    return { kind: 'is', value: value.toLowerCase() as IsValue };
  }
  if (operator === 'isdistinct' && scanner.eat('.')) return { kind: 'distinct', value: takeValue(scanner) };
  if (SEARCH.has(operator)) {
    const config = scanner.take(SEARCH_CONFIG)?.slice(1, -1) ?? null;
    scanner.expect('.');
    return { kind: 'search', operator: operator as SearchOperator, config, value: takeValue(scanner) };
  }
  if (!COMPARE.has(operator)) {
    scanner.position = start;
    scanner.fail(EXPECTED_OPERATOR);
  }
  const quantifier = QUANTIFIABLE.includes(operator) ? takeQuantifier(scanner) : null;
  scanner.expect('.');
  return { kind: 'compare', operator: operator as CompareOperator, quantifier, value: takeValue(scanner) };
}

function takeQuantifier(scanner: Scanner): 'any' | 'all' | null {
  if (scanner.eat('(any)')) return 'any';
  return scanner.eat('(all)') ? 'all' : null;
}

/**
 * `(a,"b,c")`. The client does not escape quotes, so `"a"b` counts as plain text with quotes in it.
 */
function takeList(scanner: Scanner, budget: Budget): string[] {
  scanner.expect('(');
  if (scanner.eat(')')) return [];
  const values: string[] = [];
  do {
    budget.spend('listValues', scanner);
    values.push(takeDelimited(scanner));
  } while (scanner.eat(','));
  scanner.expect(')');
  return values;
}

/**
 * A value inside a logic tree ends at a comma or a parenthesis unless it is quoted or in braces.
 */
function takeLogicValue(scanner: Scanner): string {
  const start = scanner.position;
  const braced = scanner.take(BRACED);
  if (braced !== null && endsValue(scanner)) return braced;
  scanner.position = start;
  return takeDelimited(scanner);
}

function takeDelimited(scanner: Scanner): string {
  const start = scanner.position;
  const quoted = takeQuoted(scanner);
  if (quoted !== null && endsValue(scanner)) return quoted;
  scanner.position = start;
  return scanner.take(LIST_ELEMENT) ?? '';
}

function endsValue(scanner: Scanner): boolean {
  return scanner.done || scanner.at(',') || scanner.at(')');
}
