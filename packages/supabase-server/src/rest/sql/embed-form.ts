import type { EmbedItem } from '../parse/ast.ts';
import { requestErrors } from '../rest-error.ts';
import { boundedRows, foundRows } from './bounded-rows.ts';
import type { Output } from './output.ts';
import type { ReadContext } from './read-context.ts';

type Limits = Pick<ReadContext, 'limits'>;

/** A node's part of a statement, clause by clause; each is empty or starts with a space. */
export interface NodeSql {
  /** Comma-separated output columns; empty without output. */
  select: string;
  joins: string;
  where: string;
  groupBy: string;
  orderBy: string;
}

/** An embedded resource as a lateral join, so that the parent's rows stay one each. */
export interface EmbedSql {
  item: EmbedItem;
  join: string;
  outputs: readonly Output[];
  /** Null in rows that the embed found nothing for. */
  presence: string;
  /** An expression for each order term of the parent that refers to the embed. */
  orderBy: readonly string[];
}

export interface EmbedParts {
  item: EmbedItem;
  /** The alias of the lateral join. */
  alias: string;
  from: string;
  sql: NodeSql;
  /** The single columns of a spread. */
  outputs: readonly Output[];
  /** The columns by which the parent orders. */
  order: readonly string[];
  /** Limit and offset of many; of one, what keeps it one. */
  page: string;
}

/** `vendor(name)` over a key that points to one row: an object, or null. */
export function embedOne(parts: EmbedParts): EmbedSql {
  const { item, alias, from, sql, order, page } = parts;
  const rest = `from ${from}${sql.joins}${sql.where}${sql.groupBy}${page}`;
  let body: string;
  if (sql.select === '') {
    body = `select true as j${hidden(order)} ${rest}`;
  } else if (order.length === 0) {
    body = `select pg_catalog.row_to_json(x.*) as j from (select ${sql.select} ${rest}) as x`;
  } else {
    // The columns by which the parent orders must not show up as keys of the object.
    body = `select (select pg_catalog.row_to_json(x.*) from (select ${sql.select}) as x) as j${hidden(order)} ${rest}`;
  }
  return {
    item,
    join: lateral(item, body, alias, 'true'),
    outputs: shown(parts, `${alias}.j`),
    presence: `${alias}.j`,
    orderBy: order.map((_, index) => `${alias}.o${index}`),
  };
}

/** `messages(text)`: an array. */
export function embedMany(ctx: Limits, parts: EmbedParts): EmbedSql {
  const { item, alias, from, sql, page } = parts;
  const rows = `select ${sql.select} from ${from}${sql.joins}${sql.where}${sql.groupBy}${sql.orderBy}${page}`;
  const bounded = boundedRows(ctx, [['j', 'pg_catalog.row_to_json(t.*)']], `(${rows})`);
  const body = `select case when ${foundRows(ctx)} then pg_catalog.json_agg(x.j) end as j from ${bounded} as x`;
  return {
    item,
    join: lateral(item, body, alias, `${alias}.j is not null`),
    outputs: shown(parts, `coalesce(${alias}.j, '[]')`),
    presence: `${alias}.j`,
    orderBy: [],
  };
}

/** `...vendor(name)`: the parent's rows get the columns themselves. */
export function spreadOne(parts: EmbedParts): EmbedSql {
  const { item, alias, from, sql, outputs, order, page } = parts;
  const body = `select true as p${columns(outputs)}${hidden(order)} from ${from}${sql.joins}${sql.where}${page}`;
  return {
    item,
    join: lateral(item, body, alias, 'true'),
    // Aggregates move up to where the rows are shown: over one row each they would say nothing.
    outputs: outputs.map((output, index) => ({ ...output, sql: `${alias}.c${index}` })),
    presence: `${alias}.p`,
    orderBy: order.map((_, index) => `${alias}.o${index}`),
  };
}

/**
 * `...messages(text)`: the parent's rows get one array a column.
 * @throws {RestError} PGRST127 for aggregates
 */
export function spreadMany(ctx: Limits, parts: EmbedParts): EmbedSql {
  const { item, alias, from, sql, outputs, page } = parts;
  if (outputs.some((output) => output.aggregate !== null)) {
    throw requestErrors.notImplemented(
      'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    );
  }
  const rows = `select true as p${columns(outputs)} from ${from}${sql.joins}${sql.where}${sql.orderBy}${page}`;
  const lists = outputs.map((_, index) => `, pg_catalog.json_agg(x.c${index}) as c${index}`).join('');
  const values = outputs.map((_, index) => [`c${index}`, `pg_catalog.to_json(t.c${index})`] as const);
  const bounded = boundedRows(ctx, [['p', 't.p'], ...values], `(${rows})`);
  const body = `select ${foundRows(ctx)} as p${lists} from ${bounded} as x`;
  return {
    item,
    join: lateral(item, body, alias, `${alias}.p`),
    outputs: outputs.map((output, index) => ({ ...output, sql: `coalesce(${alias}.c${index}, '[]')` })),
    presence: `${alias}.p`,
    orderBy: [],
  };
}

/** @param found what is true of the join when something was found; an inner join asks for that */
function lateral(item: EmbedItem, body: string, alias: string, found: string): string {
  return ` ${item.join} join lateral (${body}) as ${alias} on ${item.join === 'inner' ? found : 'true'}`;
}

function shown({ item, sql }: EmbedParts, value: string): Output[] {
  return sql.select === '' ? [] : [{ name: item.alias ?? item.target, sql: value, aggregate: null }];
}

function columns(outputs: readonly Output[]): string {
  return outputs.map((output, index) => `, ${output.sql} as c${index}`).join('');
}

function hidden(order: readonly string[]): string {
  return order.map((sql, index) => `, ${sql} as o${index}`).join('');
}
