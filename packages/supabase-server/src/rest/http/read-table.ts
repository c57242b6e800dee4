import type { Context } from 'hono';
import type { RequestScope } from '../../db/database-types.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import type { ReadNode } from '../parse/ast.ts';
import { preferenceApplied } from '../parse/preferences.ts';
import { parseRestQuery } from '../parse/rest-query.ts';
import { requestErrors } from '../rest-error.ts';
import { findRelation, findSchema } from '../schema/find.ts';
import type { DatabaseSchema } from '../schema/model.ts';
import { readStatements } from '../sql/read-statement.ts';
import type { ResponseRow } from '../sql/response.ts';
import { explainResponse } from './explain.ts';
import { LONGEST_PLAN_KEY, planned } from './plan.ts';
import type { ReadPlan } from './plans.ts';
import { contentHeaders, contentRange, onlyRow, pageStatus, send } from './response.ts';
import type { RestContext } from './rest-context.ts';
import { type RestRequest, scopeOf, timeoutOf } from './rest-request.ts';

const HEADER_RANGE = /^(\d{1,15})-(\d{0,15})$/;

interface ExplainRow {
  'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }];
}

/** GET and HEAD of a table or view. */
export async function readTable(
  ctx: RestContext,
  c: Context<ServerEnv>,
  request: RestRequest,
  table: string,
): Promise<Response> {
  const { preferences, media } = request;
  const plan = await readPlan(ctx, request, table);
  const scope = scopeOf(request, `/${table}`, true, plan.timeoutMs);
  const explained = await explainResponse(ctx, request, scope, plan.statements.main);
  if (explained !== null) return send(c, explained);
  const { row, total } = await ctx.slots.run(request.caller, () => run(ctx, scope, plan));
  const rows = Number(row.rows);
  if (media.form === 'object' && rows !== 1) throw requestErrors.notOneRow(rows);
  const applied = preferenceApplied(preferences, ['count']);
  const response = {
    status: pageStatus(plan.offset, rows, total),
    headers: {
      ...contentHeaders(request),
      'Content-Range': contentRange(plan.offset, rows, total),
      ...(applied === null ? {} : { 'Preference-Applied': applied }),
    },
    body: row.body,
  };
  return send(c, response, row);
}

async function readPlan(ctx: RestContext, request: RestRequest, table: string): Promise<ReadPlan> {
  const { method, schema, search, media, preferences, headers } = request;
  const range = headers.range ?? '';
  const key = JSON.stringify([method, schema, table, media.contentType, preferences.count, range, search]);
  const known = ctx.readPlans.get(key);
  if (known !== undefined) return known;
  const { root } = parseRestQuery(search);
  applyRange(root, range);
  const plan = await planned(ctx.schemas, (database) => buildPlan(ctx, request, table, root, database));
  if (key.length <= LONGEST_PLAN_KEY) ctx.readPlans.set(key, plan);
  return plan;
}

function buildPlan(
  ctx: RestContext,
  { method, schema, media, preferences }: RestRequest,
  table: string,
  node: ReadNode,
  database: DatabaseSchema,
): ReadPlan {
  const relation = findRelation(findSchema(database, schema), schema, table);
  const statements = readStatements(
    {
      relation,
      node,
      media,
      count: preferences.count,
      headersOnly: method === 'HEAD',
      limits: ctx.limits,
    },
    database,
  );
  return { statements, offset: node.offset ?? 0, timeoutMs: timeoutOf(ctx, node) };
}

/**
 * The Range header pages like limit and offset, when the URL does not.
 * @throws {RestError} PGRST103
 */
function applyRange(node: ReadNode, range: string): void {
  const [, first, last] = HEADER_RANGE.exec(range) ?? [];
  if (first === undefined || node.limit !== null || node.offset !== null) return;
  node.offset = Number(first);
  if (last === undefined || last === '') return;
  if (Number(last) < node.offset) {
    throw requestErrors.range(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  node.limit = Number(last) - node.offset + 1;
}

async function run(
  ctx: RestContext,
  scope: RequestScope,
  { statements: { main, estimate } }: ReadPlan,
): Promise<{ row: ResponseRow; total: number | null }> {
  if (estimate === null) {
    const row = onlyRow(await ctx.db.request<ResponseRow>(scope, main));
    return { row, total: row.total === null ? null : Number(row.total) };
  }
  // Statements sent at once have no time zone of their own.
  const [response, explained] = await (scope.timeZone === undefined
    ? ctx.db.requestMany<ResponseRow | ExplainRow>([
        { scope, statement: main },
        { scope, statement: estimate },
      ])
    : Promise.allSettled([
        ctx.db.request<ResponseRow | ExplainRow>(scope, main),
        ctx.db.request<ResponseRow | ExplainRow>(scope, estimate),
      ]));
  if (response?.status !== 'fulfilled') throw response?.reason;
  if (explained?.status !== 'fulfilled') throw explained?.reason;
  const row = onlyRow(response.value as ResponseRow[]);
  const guess = (explained.value[0] as ExplainRow)['QUERY PLAN'][0].Plan['Plan Rows'];
  const counted = row.total === null ? null : Number(row.total);
  // An estimated count is exact up to the size of a response; beyond that the planner's guess will
  // do.
  const exact = counted !== null && counted <= ctx.limits.maxRows;
  return { row, total: exact ? counted : Math.max(counted ?? 0, guess) };
}
