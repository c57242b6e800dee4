import type { Statement } from '../../db/database.ts';
import { quoteName } from '../../db/identifiers.ts';
import type { Condition, ReadNode } from '../parse/ast.ts';
import type { RowsShape } from '../parse/json-body.ts';
import type { MediaType } from '../parse/media-type.ts';
import type { Preferences } from '../parse/preferences.ts';
import type { DatabaseSchema, Relation } from '../schema/model.ts';
import { unknownColumn } from '../schema/schema-errors.ts';
import { columnSql, type Source } from './field.ts';
import type { ReadContext, ResponseLimits } from './read-context.ts';
import { newSource, nodeSql } from './read-node.ts';
import { newContext } from './read-statement.ts';
import { bodySql, responseSql } from './response.ts';
import { whereSql } from './where.ts';
import { writtenRows } from './written-rows.ts';

export type Write =
  | {
      kind: 'insert';
      body: RowsShape;
      missing: Preferences['missing'];
      resolution: Preferences['resolution'];
      onConflict: readonly string[] | null;
    }
  /** The row that the filters name by its primary key, new or not. */
  | { kind: 'put'; body: RowsShape; missing: Preferences['missing'] }
  | { kind: 'update'; body: RowsShape; missing: Preferences['missing'] }
  | { kind: 'delete' };

export interface WriteRequest {
  relation: Relation;
  write: Write;
  /** Filters of the rows to write are its `where`; the rest is about the rows shown. */
  node: ReadNode;
  media: MediaType;
  returning: Preferences['returning'];
  limits: ResponseLimits;
}

/**
 * Counts conflicts of a merging upsert; a setting, since a system column could not be read with
 * column rights alone.
 */
const UPDATED = 'dragoman.upsert_updated';
const COUNT_UPDATED = `pg_catalog.set_config('${UPDATED}', (coalesce(nullif(pg_catalog.current_setting('${UPDATED}', true), ''), '0')::pg_catalog.int8 + 1)::text, true) is not null`;
const SHOW_UPDATED = `coalesce(nullif(pg_catalog.current_setting('${UPDATED}', true), ''), '0')`;

/**
 * Builds a write. Among its values, {@link BODY} represents the text of the rows.
 * @throws {RestError} for names that the schema does not have
 */
export function writeStatement(request: WriteRequest, database: DatabaseSchema): Statement {
  const { relation, write, node, media, returning } = request;
  // A write returns all rows that it wrote; the limit of a page is for reads.
  const ctx = newContext(database, { ...request.limits, maxRows: Number.POSITIVE_INFINITY });
  // The rows shown are the written ones; the table under the write has an alias of its own.
  const shown = newSource(ctx, relation, false);
  const page = shownSql(ctx, request, shown);
  const target = newSource(ctx, relation);
  const written = writeSql(ctx, relation, write, node.where, target);
  const before = `written as (${written} returning ${returningSql(target, shown)}), `;
  const merges = write.kind === 'put' || (write.kind === 'insert' && write.resolution === 'merge-duplicates');
  const isShown = returning === 'representation' || returning === 'headers-only';
  const text = responseSql(ctx, {
    before,
    page,
    // Embeds may hide rows from the page that were written all the same.
    ...(isShown
      ? { body: bodySql(media, 'rows'), rows: '(select pg_catalog.count(*) from written)' }
      : { body: null }),
    ...(merges ? { updated: SHOW_UPDATED } : {}),
  });
  return { text, values: ctx.binder.values };
}

function shownSql(ctx: ReadContext, { relation, node, returning }: WriteRequest, shown: Source): string {
  const from = `from written as ${shown.alias}`;
  if (returning === 'representation') {
    // The request's filters and limits apply to the write, not to its returned rows.
    const sql = nodeSql(ctx, { ...node, where: [] }, shown);
    return `select ${sql.select} ${from}${sql.joins}${sql.groupBy}${sql.orderBy}`;
  }
  if (returning === 'headers-only') {
    return `select ${relation.primaryKey.map((name) => columnSql(shown, name).sql).join(', ')} ${from}`;
  }
  return `select ${from}`;
}

/** Returns requested columns only: a write without requested rows needs no right to read them. */
function returningSql({ relation, alias }: Source, shown: Source): string {
  const columns = shown.usedWhole ? [`${alias}.*`] : [];
  for (const name of shown.used) {
    const computed = relation.columns.has(name) ? undefined : relation.computed.get(name);
    if (computed !== undefined) columns.push(`${computed.sql}(${alias}) as ${quoteName(name)}`);
    else if (!shown.usedWhole) columns.push(`${alias}.${quoteName(name)}`);
  }
  return columns.length === 0 ? '1' : columns.join(', ');
}

function writeSql(
  ctx: ReadContext,
  relation: Relation,
  write: Write,
  conditions: readonly Condition[],
  target: Source,
): string {
  const table = `${relation.sql} as ${target.alias}`;
  if (write.kind === 'insert') return insertSql(ctx, relation, write, table);
  if (write.kind === 'put') return putSql(ctx, relation, write, conditions, table);
  const where = whereSql(conditions, target, ctx.binder, () => undefined);
  if (write.kind === 'delete') return `delete from ${table}${where === null ? '' : ` where ${where}`}`;
  const { from, columns } = writtenRows(relation, write.body, ctx.binder, write.missing === 'default');
  const set = columns.map(({ name, value }) => `${quoteName(name)} = ${value}`).join(', ');
  return `update ${table} set ${set} from ${from}${where === null ? '' : ` where ${where}`}`;
}

/** Rows of the body that are not the one named are left out; the caller sees by the count. */
function putSql(
  ctx: ReadContext,
  relation: Relation,
  write: Extract<Write, { kind: 'put' }>,
  conditions: readonly Condition[],
  table: string,
): string {
  const merge = { ...write, kind: 'insert', resolution: 'merge-duplicates', onConflict: null } as const;
  const given: Source = { relation, alias: 'b', isTyped: false, used: new Set(), usedWhole: false, path: [] };
  const where = whereSql(conditions, given, ctx.binder, () => undefined);
  return insertSql(ctx, relation, merge, table, ` where ${where}`);
}

function insertSql(
  ctx: ReadContext,
  relation: Relation,
  write: Extract<Write, { kind: 'insert' }>,
  table: string,
  where = '',
): string {
  const { from, columns } = writtenRows(relation, write.body, ctx.binder, write.missing === 'default');
  const names = columns.map(({ name }) => quoteName(name)).join(', ');
  const values = columns.map(({ value }) => value).join(', ');
  const list = columns.length === 0 ? '' : ` (${names})`;
  return `insert into ${table}${list} select ${values} from ${from}${where}${conflictSql(relation, write, columns)}`;
}

function conflictSql(
  relation: Relation,
  { resolution, onConflict }: Extract<Write, { kind: 'insert' }>,
  columns: ReadonlyArray<{ name: string }>,
): string {
  const key = onConflict ?? relation.primaryKey;
  if (resolution === null || key.length === 0) return '';
  for (const name of key) if (!relation.columns.has(name)) throw unknownColumn(relation, name);
  const target = ` on conflict (${key.map(quoteName).join(', ')}) do`;
  if (resolution === 'ignore-duplicates' || columns.length === 0) return `${target} nothing`;
  const set = columns.map(({ name }) => `${quoteName(name)} = excluded.${quoteName(name)}`).join(', ');
  return `${target} update set ${set} where ${COUNT_UPDATED}`;
}
