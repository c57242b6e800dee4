import type { Statement } from '../../db/database.ts';
import type { Condition, ReadNode } from '../parse/ast.ts';
import type { MediaType } from '../parse/media-type.ts';
import type { Preferences } from '../parse/preferences.ts';
import type { DatabaseSchema, Relation } from '../schema/model.ts';
import { Binder } from './binder.ts';
import { isAggregated, withRowCounts } from './output.ts';
import type { ReadContext, ResponseLimits } from './read-context.ts';
import { newSource, nodeSql, pageSql } from './read-node.ts';
import { bodySql, responseSql } from './response.ts';

export interface ReadRequest {
  relation: Relation;
  node: ReadNode;
  media: MediaType;
  count: Preferences['count'];
  /** HEAD: how many rows there are, not which. */
  headersOnly: boolean;
  limits: ResponseLimits;
}

export interface ReadStatements {
  main: Statement;
  /** EXPLAIN of all rows, for planned and estimated counts. */
  estimate: Statement | null;
}

/** @throws {RestError} for names that the schema does not have */
export function readStatements(asked: ReadRequest, database: DatabaseSchema): ReadStatements {
  const request = { ...asked, node: withRowCounts(asked.node, asked.relation) };
  const { node, media, count, headersOnly } = request;
  const ctx = newContext(database, request.limits);
  const main = headersOnly
    ? responseSql(ctx, {
        page: countedSql(ctx, request, pageSql(ctx, node)),
        body: null,
        total: totalSql(ctx, request),
      })
    : responseSql(ctx, {
        page: pageOfRows(ctx, request),
        body: bodySql(media, 'rows'),
        total: totalSql(ctx, request),
      });
  if (headersOnly) pageOfRows(newContext(database, request.limits), request);
  return {
    main: { text: main, values: ctx.binder.values },
    estimate: count === 'planned' || count === 'estimated' ? estimateStatement(request, database) : null,
  };
}

export function newContext(database: DatabaseSchema, limits: ResponseLimits): ReadContext {
  return { binder: new Binder(), types: database.types, limits, aliases: 0 };
}

function pageOfRows(ctx: ReadContext, { relation, node }: ReadRequest): string {
  const source = newSource(ctx, relation);
  const sql = nodeSql(ctx, node, source);
  return `select ${sql.select} from ${relation.sql} as ${source.alias}${sql.joins}${sql.where}${sql.groupBy}${sql.orderBy}${pageSql(ctx, node)}`;
}

/** Exact: all rows. Estimated: exact as long as there are not more than a response may hold. */
function totalSql(ctx: ReadContext, request: ReadRequest): string | null {
  if (request.count !== 'exact' && request.count !== 'estimated') return null;
  const limit = request.count === 'exact' ? '' : ` limit ${ctx.limits.maxRows + 1}`;
  return `(select pg_catalog.count(*) from (${countedSql(ctx, request, limit)}) as c)`;
}

function countedSql(ctx: ReadContext, { relation, node }: ReadRequest, limit: string): string {
  const source = newSource(ctx, relation);
  const sql = nodeSql(ctx, countingNode(node), source);
  const select = isAggregated(node) ? sql.select : '1';
  return `select ${select} from ${relation.sql} as ${source.alias}${sql.joins}${sql.where}${sql.groupBy}${limit}`;
}

/**
 * The node without what cannot change how many rows there are (groups are what aggregates count).
 */
export function countingNode(node: ReadNode): ReadNode {
  if (isAggregated(node)) return { ...node, order: [] };
  const named = new Set(node.where.flatMap(fieldNames));
  const select = node.select.flatMap((item) =>
    item.kind === 'embed' && (item.join === 'inner' || named.has(item.alias ?? item.target))
      ? [{ ...item, node: countingNode(item.node) }]
      : [],
  );
  return { ...node, select, order: [] };
}

function fieldNames(condition: Condition): string[] {
  return condition.kind === 'group' ? condition.conditions.flatMap(fieldNames) : [condition.field.name];
}

function estimateStatement(request: ReadRequest, database: DatabaseSchema): Statement {
  const ctx = newContext(database, request.limits);
  const text = `explain (format json) ${countedSql(ctx, request, '')}`;
  return { text, values: ctx.binder.values };
}
