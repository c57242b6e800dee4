import type { Statement } from '../../db/database.ts';
import { quoteName } from '../../db/identifiers.ts';
import type { ReadNode } from '../parse/ast.ts';
import type { MediaType } from '../parse/media-type.ts';
import type { Preferences } from '../parse/preferences.ts';
import { requestErrors } from '../rest-error.ts';
import {
  type DatabaseFunction,
  type DatabaseSchema,
  type Parameter,
  type Relation,
  resultRow,
} from '../schema/model.ts';
import { type Binder, PG } from './binder.ts';
import { isAggregated, withRowCounts } from './output.ts';
import type { ReadContext, ResponseLimits } from './read-context.ts';
import { newSource, nodeSql, pageSql } from './read-node.ts';
import { countingNode, newContext } from './read-statement.ts';
import { bodySql, type ResultShape, responseSql } from './response.ts';

export type CallArguments =
  /** GET: text, one or more for each name. */
  | { kind: 'query'; values: ReadonlyArray<readonly [name: string, value: string]> }
  /** POST: the keys of a JSON object. */
  | { kind: 'json'; text: string; names: readonly string[] }
  /** POST: the whole body is the only argument. */
  | { kind: 'whole'; content: string | Buffer };

export interface CallRequest {
  fn: DatabaseFunction;
  args: CallArguments;
  node: ReadNode;
  media: MediaType;
  count: Preferences['count'];
  /** Whether the response has no body (HEAD, return=minimal). */
  withoutBody: boolean;
  limits: ResponseLimits;
}

/** @throws {RestError} for names that the schema does not have */
export function callStatement(asked: CallRequest, database: DatabaseSchema): Statement {
  const request = { ...asked, node: withRowCounts(asked.node, resultRelation(asked.fn)) };
  const { fn, args, count, withoutBody } = request;
  const ctx = newContext(database, request.limits);
  const from = callSql(fn, args, ctx.binder);
  if (fn.result.kind === 'void')
    return finish(ctx, responseSql(ctx, { page: `select ${from} as r`, body: null }));
  const body = withoutBody ? null : bodySql(request.media, shapeOf(fn));
  if (count === null) {
    return finish(ctx, responseSql(ctx, { page: pageOf(ctx, request, from), body }));
  }
  // The result is looked at twice; the function must run once.
  const columns = fn.result.kind === 'scalar' ? ' as r(v)' : ' as r';
  const before = `called as materialized (select r.* ${from}${columns}), `;
  const total = `(select pg_catalog.count(*) from (${countedSql(ctx, request)}) as c)`;
  return finish(ctx, responseSql(ctx, { before, page: pageOf(ctx, request, 'from called'), body, total }));
}

function finish(ctx: ReadContext, text: string): Statement {
  return { text, values: ctx.binder.values };
}

function shapeOf({ result }: DatabaseFunction): ResultShape {
  if (result.kind === 'scalar') return result.set ? 'values' : 'value';
  return result.kind === 'rows' && result.set ? 'rows' : 'row';
}

function pageOf(ctx: ReadContext, { fn, node }: CallRequest, from: string): string {
  const source = newSource(ctx, resultRelation(fn));
  if (fn.result.kind === 'scalar') {
    const sql = nodeSql(ctx, { ...node, select: [] }, source);
    return `select ${source.alias}.v ${from} as ${source.alias}(v)${sql.where}${sql.orderBy}${pageSql(ctx, node)}`;
  }
  const sql = nodeSql(ctx, node, source);
  return `select ${sql.select} ${from} as ${source.alias}${sql.joins}${sql.where}${sql.groupBy}${sql.orderBy}${pageSql(ctx, node)}`;
}

function countedSql(ctx: ReadContext, { fn, node }: CallRequest): string {
  if (fn.result.kind === 'scalar') return 'select from called';
  const source = newSource(ctx, resultRelation(fn));
  const sql = nodeSql(ctx, countingNode(node), source);
  return `select ${isAggregated(node) ? sql.select : ''} from called as ${source.alias}${sql.joins}${sql.where}${sql.groupBy}`;
}

/** Functions that return values, or rows of an undescribed type, have no columns to name. */
function resultRelation(fn: DatabaseFunction): Relation {
  return fn.result.kind === 'rows' && fn.result.relation !== null ? fn.result.relation : resultRow(fn);
}

/** `from [the arguments,] function(...)`, still without an alias. */
function callSql(fn: DatabaseFunction, args: CallArguments, binder: Binder): string {
  switch (args.kind) {
    case 'whole':
      return `from ${fn.sql}(${binder.bind(args.content, fn.parameters[0]?.type.declared ?? PG.text)})`;
    case 'query':
      return `from ${fn.sql}(${queryArguments(fn, args.values, binder)})`;
    case 'json': {
      if (args.names.length === 0) return `from ${fn.sql}()`;
      const parameters = args.names.map((name) => parameterOf(fn, name));
      const definition = parameters.map((p) => `${quoteName(p.name)} ${p.type.declared}`).join(', ');
      const list = parameters.map((p) => named(p, `a.${quoteName(p.name)}`)).join(', ');
      const json = binder.bind(args.text, PG.json);
      return `from pg_catalog.json_to_record(${json}) as a(${definition}), lateral ${fn.sql}(${list})`;
    }
  }
}

function queryArguments(
  fn: DatabaseFunction,
  values: ReadonlyArray<readonly [string, string]>,
  binder: Binder,
): string {
  return [...new Set(values.map(([name]) => name))]
    .map((name) => {
      const parameter = parameterOf(fn, name);
      const given = values.filter((entry) => entry[0] === name).map((entry) => entry[1]);
      const value = parameter.variadic ? given : given.at(-1);
      return named(parameter, binder.bind(value, parameter.type.declared));
    })
    .join(', ');
}

function named({ name, variadic }: Parameter, value: string): string {
  return `${variadic ? 'variadic ' : ''}${quoteName(name)} => ${value}`;
}

function parameterOf(fn: DatabaseFunction, name: string): Parameter {
  const parameter = fn.parameters.find((candidate) => candidate.name === name);
  if (parameter === undefined) throw requestErrors.body(`The function has no parameter ${name}`);
  return parameter;
}
