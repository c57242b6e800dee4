import { LONGEST_NAME_BYTES, quoteName } from '../../db/identifiers.ts';
import type { Aggregate, FieldItem, ReadNode, SelectItem } from '../parse/ast.ts';
import { requestErrors } from '../rest-error.ts';
import type { Relation } from '../schema/model.ts';
import { unknownType } from '../schema/schema-errors.ts';
import type { Binder } from './binder.ts';
import { columnSql, fieldSql, type Source } from './field.ts';

/** One key of the response's rows, or all columns at once. */
export interface Output {
  /** `*` together with `whole`. */
  name: string;
  whole?: true;
  /** The value, or the aggregate's argument. */
  sql: string;
  aggregate: { name: Aggregate; cast: string } | null;
}

/**
 * Checks whether the rows of a node are grouped: it, or something spread into it, has an aggregate.
 */
export function isAggregated(node: ReadNode): boolean {
  return node.select.some(
    (item) =>
      (item.kind === 'field' && item.aggregate !== null) ||
      (item.kind === 'embed' && item.spread && isAggregated(item.node)),
  );
}

/**
 * `count` alone counts rows, unless there is a column of that name: `messages(count)` is the form
 * in the client's own documentation, since PostgreSQL reads `row.count` as `count(row)`.
 */
export function withRowCounts(node: ReadNode, { columns, computed }: Relation): ReadNode {
  if (!node.select.some(isCountName) || columns.has('count') || computed.has('count')) return node;
  const select = node.select.map((item) =>
    isCountName(item)
      ? { ...item, field: null, cast: null, aggregate: 'count' as const, aggregateCast: item.cast }
      : item,
  );
  return { ...node, select };
}

function isCountName(item: SelectItem): item is FieldItem {
  if (item.kind !== 'field' || item.aggregate !== null) return false;
  return item.field?.name === 'count' && item.field.path.length === 0;
}

/** `*`: PostgreSQL then knows the columns best. */
export function wholeOutput(source: Source): Output {
  source.usedWhole = true;
  return { name: '*', whole: true, sql: `${source.alias}.*`, aggregate: null };
}

/** Every column by name; needed where the columns are spread or grouped by. */
export function starOutputs(source: Source): Output[] {
  return [...source.relation.columns.keys()].map((name) => ({
    name,
    sql: columnSql(source, name).sql,
    aggregate: null,
  }));
}

/** @throws {RestError} 42703, 42704 */
export function fieldOutput(
  item: FieldItem,
  source: Source,
  binder: Binder,
  types: ReadonlyMap<string, string>,
): Output {
  const name = item.alias ?? item.aggregate ?? defaultName(item);
  const value = item.field === null ? '1' : fieldSql(source, item.field, binder).sql;
  return {
    name,
    sql: value + castSql(item.cast, types),
    aggregate:
      item.aggregate === null ? null : { name: item.aggregate, cast: castSql(item.aggregateCast, types) },
  };
}

/** The last key of a JSON path names the value, else the column. */
function defaultName({ field }: FieldItem): string {
  if (field === null) return 'count';
  const keys = field.path.map((step) => step.key).filter((key) => typeof key === 'string');
  return keys.at(-1) ?? field.name;
}

/** @throws {RestError} 42704: only types of the schema cache reach the text */
function castSql(cast: string | null, types: ReadonlyMap<string, string>): string {
  if (cast === null) return '';
  const type = types.get(cast) ?? types.get(cast.toLowerCase());
  if (type === undefined) throw unknownType(cast);
  return `::${type}`;
}

export function outputSql({ sql, aggregate }: Output): string {
  return aggregate === null ? sql : `pg_catalog.${aggregate.name}(${sql})${aggregate.cast}`;
}

/** @throws {RestError} PGRST100 for a name that PostgreSQL would cut */
export function namedOutputSql(output: Output): string {
  if (output.whole) return output.sql;
  if (Buffer.byteLength(output.name) > LONGEST_NAME_BYTES) {
    throw requestErrors.parse(
      `the name "${output.name.slice(0, LONGEST_NAME_BYTES)}…" is too long`,
      `names in an answer have at most ${LONGEST_NAME_BYTES} bytes`,
    );
  }
  return `${outputSql(output)} as ${quoteName(output.name)}`;
}
