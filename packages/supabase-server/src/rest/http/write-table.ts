import type { Context } from 'hono';
import type { Statement } from '../../db/database.ts';
import type { RequestScope } from '../../db/database-types.ts';
import { readText } from '../../http/body.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import type { RestQuery } from '../parse/ast.ts';
import { describeRows, parseNamedValues, type RowsBody } from '../parse/json-body.ts';
import { type Applied, type Preferences, preferenceApplied } from '../parse/preferences.ts';
import { parseRestQuery } from '../parse/rest-query.ts';
import { requestErrors } from '../rest-error.ts';
import { findRelation, findSchema } from '../schema/find.ts';
import type { DatabaseSchema, Relation } from '../schema/model.ts';
import { withBody } from '../sql/binder.ts';
import type { ResponseRow } from '../sql/response.ts';
import { type Write, writeStatement } from '../sql/write-statement.ts';
import { explainResponse } from './explain.ts';
import { LONGEST_PLAN_KEY, planned } from './plan.ts';
import type { WritePlan } from './plans.ts';
import { checkPut } from './put.ts';
import { contentHeaders, contentRange, onlyRow, type RestResponse, send } from './response.ts';
import type { RestContext } from './rest-context.ts';
import { type RestRequest, scopeOf, timeoutOf } from './rest-request.ts';

/** POST, PATCH, PUT and DELETE of a table or view. */
export async function writeTable(
  ctx: RestContext,
  c: Context<ServerEnv>,
  request: RestRequest,
  table: string,
): Promise<Response> {
  const query = parseRestQuery(request.search);
  const body = request.method === 'DELETE' ? null : await readRows(ctx, c, request, query.columns);
  const plan = await writePlan(ctx, request, table, query, body);
  const scope = scopeOf(request, `/${table}`, false, plan.timeoutMs);
  const statement = body === null ? plan.statement : withBody(plan.statement, body.text);
  if (!isEmptyUpdate(plan.write)) {
    const explained = await explainResponse(ctx, request, scope, statement);
    if (explained !== null) return send(c, explained);
  }
  const row = await run(ctx, request, scope, plan.write, statement);
  return send(c, writeResponse(request, plan, row), row);
}

async function readRows(
  ctx: RestContext,
  c: Context<ServerEnv>,
  request: RestRequest,
  columns: readonly string[] | null,
): Promise<RowsBody> {
  const text = await readText(c, ctx.limits.bodyBytes);
  const rows = describeRows(parseNamedValues(request.headers['content-type'], text), columns);
  if (request.method === 'PATCH' && rows.rows !== 1) {
    throw requestErrors.body('An update takes one JSON object');
  }
  return rows;
}

async function writePlan(
  ctx: RestContext,
  request: RestRequest,
  table: string,
  query: RestQuery,
  body: RowsBody | null,
): Promise<WritePlan> {
  const { method, schema, search, media, preferences } = request;
  const build = () =>
    planned(ctx.schemas, (database) => buildPlan(ctx, request, table, query, body, database));
  // The URL names the row: such a plan serves once.
  if (method === 'PUT') return build();
  const { returning, missing, resolution } = preferences;
  const shape = body === null ? null : [body.isArray, body.columns];
  const key = JSON.stringify([
    method,
    schema,
    table,
    media.contentType,
    returning,
    missing,
    resolution,
    shape,
    search,
  ]);
  const known = ctx.writePlans.get(key);
  if (known !== undefined) return known;
  const plan = await build();
  if (key.length <= LONGEST_PLAN_KEY) ctx.writePlans.set(key, plan);
  return plan;
}

function buildPlan(
  ctx: RestContext,
  { method, schema, media, preferences }: RestRequest,
  table: string,
  { root, onConflict }: RestQuery,
  body: RowsBody | null,
  database: DatabaseSchema,
): WritePlan {
  const relation = findRelation(findSchema(database, schema), schema, table);
  if (method === 'PUT') checkPut(relation, root, body);
  const write = writeOf(method, body, preferences, onConflict);
  const canLocate = write.kind === 'insert' && relation.primaryKey.length > 0;
  const returning =
    preferences.returning === 'headers-only' && !canLocate ? 'minimal' : preferences.returning;
  const statement = writeStatement(
    { relation, write, node: root, media, returning, limits: ctx.limits },
    database,
  );
  return { relation, write, statement, timeoutMs: timeoutOf(ctx, root) };
}

function writeOf(
  method: string,
  body: RowsBody | null,
  { missing, resolution }: Preferences,
  onConflict: readonly string[] | null,
): Write {
  if (body === null) return { kind: 'delete' };
  const { isArray, columns } = body;
  if (method === 'PUT') return { kind: 'put', body: { isArray, columns }, missing };
  return method === 'POST'
    ? { kind: 'insert', body: { isArray, columns }, missing, resolution, onConflict }
    : { kind: 'update', body: { isArray, columns }, missing };
}

async function run(
  ctx: RestContext,
  request: RestRequest,
  scope: RequestScope,
  write: Write,
  statement: Statement,
): Promise<ResponseRow> {
  const check = commitCheck(request);
  if (isEmptyUpdate(write)) {
    check?.([NOTHING_WRITTEN]);
    return NOTHING_WRITTEN;
  }
  return onlyRow(
    await ctx.slots.run(request.caller, () => ctx.db.request<ResponseRow>(scope, statement, check)),
  );
}

function isEmptyUpdate(write: Write): boolean {
  return write.kind === 'update' && write.body.columns.length === 0;
}

/** The response to an update of no column: PostgreSQL has no statement for it. */
const NOTHING_WRITTEN: ResponseRow = {
  body: '[]',
  rows: '0',
  total: null,
  updated: null,
  headers: null,
  status: null,
};

/**
 * The check that must pass before a write is committed; undefined if none is needed, which saves a
 * round trip.
 */
function commitCheck({
  media,
  method,
  preferences,
}: RestRequest): ((rows: readonly ResponseRow[]) => void) | undefined {
  const isPut = method === 'PUT';
  const maxAffected = method === 'POST' || isPut ? null : preferences.maxAffected;
  if (media.form !== 'object' && maxAffected === null && !isPut) return undefined;
  return (response) => {
    const rows = Number(onlyRow(response).rows);
    if (isPut && rows !== 1) throw requestErrors.putKey();
    if (maxAffected !== null && rows > maxAffected) throw requestErrors.maxAffected(rows);
    if (media.form === 'object' && rows !== 1) throw requestErrors.notOneRow(rows);
  };
}

function writeResponse(request: RestRequest, { relation, write }: WritePlan, row: ResponseRow): RestResponse {
  const { preferences } = request;
  const rows = Number(row.rows);
  const represented = preferences.returning === 'representation';
  const total = preferences.count === null ? null : rows;
  const applied = preferenceApplied(preferences, appliedTo(write, relation));
  const location = preferences.returning === 'headers-only' ? locationOf(relation, row.body) : null;
  return {
    status: writeStatus(write, preferences, rows, row),
    headers: {
      ...(represented ? contentHeaders(request) : {}),
      ...(write.kind === 'put' ? {} : { 'Content-Range': rangeOf(write, rows, total) }),
      ...(applied === null ? {} : { 'Preference-Applied': applied }),
      ...(location === null ? {} : { Location: location }),
    },
    body: represented ? row.body : null,
  };
}

function rangeOf(write: Write, rows: number, total: number | null): string {
  return contentRange(0, write.kind === 'update' ? rows : 0, total);
}

function writeStatus(write: Write, preferences: Preferences, rows: number, row: ResponseRow): number {
  if (write.kind === 'insert') {
    const inserted = rows - Number(row.updated ?? 0);
    return write.resolution === 'merge-duplicates' && inserted <= 0 ? 200 : 201;
  }
  if (preferences.returning !== 'representation') return 204;
  return write.kind === 'put' && row.updated === '0' ? 201 : 200;
}

function appliedTo(write: Write, relation: Relation): Applied[] {
  if (write.kind === 'put') return ['returning', 'count'];
  if (write.kind === 'delete') return ['returning', 'count', 'maxAffected'];
  if (write.kind === 'update') return ['missing', 'returning', 'count', 'maxAffected'];
  const hasKey = write.onConflict !== null || relation.primaryKey.length > 0;
  return [...(hasKey ? (['resolution'] as const) : []), 'missing', 'returning', 'count'];
}

/** The address of the one row that was inserted. */
function locationOf(relation: Relation, body: string | null): string | null {
  if (body === null) return null;
  const rows: unknown = JSON.parse(body);
  const row: unknown = Array.isArray(rows) ? (rows.length === 1 ? rows[0] : null) : rows;
  if (typeof row !== 'object' || row === null) return null;
  const key = Object.entries(row).map(
    ([name, value]) => `${encodeURIComponent(name)}=eq.${encodeURIComponent(String(value))}`,
  );
  return key.length === 0 ? null : `/${encodeURIComponent(relation.name)}?${key.join('&')}`;
}
