import type { CompareOperator, Condition, FilterCondition, SearchOperator, Test } from '../parse/ast.ts';
import { requestErrors } from '../rest-error.ts';
import { type Binder, PG } from './binder.ts';
import { type FieldSql, fieldSql, type Source } from './field.ts';

const COMPARE: Record<CompareOperator, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};

const SEARCH: Record<SearchOperator, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

/**
 * SQL that is null when an embedded resource found nothing; undefined when no embedded resource has
 * that name. Lets `vendor=not.is.null` filter by an embed.
 */
export type EmbedPresence = (name: string) => string | undefined;

/**
 * Conditions that all must hold, as one SQL expression; null without conditions.
 * @throws {RestError} 42703 for unknown columns
 */
export function whereSql(
  conditions: readonly Condition[],
  source: Source,
  binder: Binder,
  embedPresence: EmbedPresence,
): string | null {
  if (conditions.length === 0) return null;
  return conditions.map((condition) => conditionSql(condition, source, binder, embedPresence)).join(' and ');
}

function conditionSql(
  condition: Condition,
  source: Source,
  binder: Binder,
  embedPresence: EmbedPresence,
): string {
  if (condition.kind === 'group') {
    const parts = condition.conditions.map((part) => conditionSql(part, source, binder, embedPresence));
    const joined = `(${parts.join(` ${condition.operator} `)})`;
    return condition.negated ? `not ${joined}` : joined;
  }
  const sql =
    embedTest(condition, source, embedPresence) ??
    testSql(condition.test, fieldSql(source, condition.field, binder), binder);
  return condition.negated ? `not (${sql})` : sql;
}

function embedTest(
  { field, test }: FilterCondition,
  source: Source,
  embedPresence: EmbedPresence,
): string | null {
  if (field.path.length > 0) return null;
  const presence = embedPresence(field.name);
  if (presence === undefined) return null;
  if (test.kind !== 'is' || (test.value !== 'null' && test.value !== 'not_null')) {
    // A column may have the name of its target.
    if (source.relation.columns.has(field.name)) return null;
    throw requestErrors.embedFilter(field.name);
  }
  return `${presence} is ${test.value === 'null' ? 'null' : 'not null'}`;
}

function testSql(test: Test, field: FieldSql, binder: Binder): string {
  switch (test.kind) {
    case 'compare':
      return compareSql(test, field, binder);
    case 'in':
      return inSql(test.values, field, binder);
    case 'is':
      return `${field.sql} is ${test.value === 'not_null' ? 'not null' : test.value}`;
    case 'distinct':
      return `${field.sql} is distinct from ${binder.bind(test.value, field.type.sql)}`;
    case 'search':
      return searchSql(test, field, binder);
  }
}

function compareSql(
  { operator, quantifier, value }: Extract<Test, { kind: 'compare' }>,
  { sql, type }: FieldSql,
  binder: Binder,
): string {
  const isPattern = operator === 'like' || operator === 'ilike';
  const isText = isPattern || operator === 'match' || operator === 'imatch';
  // `*` means `%`, so that patterns need no escaping in URLs.
  const bound = isPattern ? value.replaceAll('*', '%') : value;
  if (quantifier === null) {
    return `${sql} ${COMPARE[operator]} ${binder.bind(bound, isText ? PG.text : type.sql)}`;
  }
  const array = isText ? PG.textArray : type.array;
  if (array === null) {
    throw requestErrors.notImplemented(`${operator}(${quantifier}) does not work on a column of this type`);
  }
  return `${sql} ${COMPARE[operator]} ${quantifier}(${binder.bind(bound, array)})`;
}

/** Uses one array parameter, so that lists of all lengths share one prepared statement. */
function inSql(values: readonly string[], { sql, type }: FieldSql, binder: Binder): string {
  if (type.array !== null) return `${sql} = any(${binder.bind(values, type.array)})`;
  if (values.length === 0) return 'false';
  return `${sql} in (${values.map((value) => binder.bind(value, type.sql)).join(', ')})`;
}

function searchSql(
  { operator, config, value }: Extract<Test, { kind: 'search' }>,
  { sql, type }: FieldSql,
  binder: Binder,
): string {
  const language = config === null ? '' : `${binder.bind(config, PG.regconfig)}, `;
  const document = type.special === 'tsvector' ? sql : `pg_catalog.to_tsvector(${language}${sql})`;
  return `${document} @@ pg_catalog.${SEARCH[operator]}(${language}${binder.bind(value, PG.text)})`;
}
