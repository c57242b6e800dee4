import type { Context } from 'hono';
import { readText } from '../../http/body.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import type { RestQuery } from '../parse/ast.ts';
import { describeRows, parseJsonBody, type RowsBody } from '../parse/json-body.ts';
import { isJsonContent } from '../parse/media-type.ts';
import { type Applied, type Preferences, preferenceApplied } from '../parse/preferences.ts';
import { parseRestQuery } from '../parse/rest-query.ts';
import { requestErrors } from '../rest-error.ts';
import { findRelation, findSchema } from '../schema/find.ts';
import type { Relation } from '../schema/model.ts';
import type { AnswerRow } from '../sql/answer.ts';
import { type Write, writeStatement } from '../sql/write-statement.ts';
import { type Answer, contentHeaders, contentRange, onlyRow, send } from './answer.ts';
import { planned } from './plan.ts';
import type { RestContext } from './rest-context.ts';
import { type RestRequest, scopeOf } from './rest-request.ts';

/** POST, PATCH and DELETE of a table or view. */
export async function writeTable(
  ctx: RestContext,
  c: Context<ServerEnv>,
  request: RestRequest,
  table: string,
): Promise<Response> {
  const { preferences, media, schema } = request;
  const query = parseRestQuery(request.search);
  const write = await readWrite(ctx, c, request, query);
  const { statement, relation } = await planned(ctx.schemas, (database) => {
    const relation = findRelation(findSchema(database, schema), schema, table);
    const returning =
      preferences.returning === 'headers-only' &&
      (write.kind !== 'insert' || relation.primaryKey.length === 0)
        ? 'minimal'
        : preferences.returning;
    const statement = writeStatement({ relation, write, node: query.root, media, returning }, database);
    return { statement, relation };
  });
  const changesNothing = write.kind === 'update' && write.body.columns.length === 0;
  const row = changesNothing
    ? NOTHING_WRITTEN
    : onlyRow(
        await ctx.db.request<AnswerRow>(scopeOf(request, `/${table}`, false), statement, judgeOf(request)),
      );
  if (changesNothing) judgeOf(request)?.([row]);
  return send(c, writeAnswer(request, query, write, relation, row), row);
}

const NOTHING_WRITTEN: AnswerRow = {
  body: '[]',
  rows: '0',
  total: null,
  updated: null,
  headers: null,
  status: null,
};

async function readWrite(
  ctx: RestContext,
  c: Context<ServerEnv>,
  request: RestRequest,
  query: RestQuery,
): Promise<Write> {
  if (request.method === 'DELETE') return { kind: 'delete' };
  const { missing, resolution } = request.preferences;
  const body = await readRows(ctx, c, request, query.columns);
  if (request.method === 'POST') {
    return { kind: 'insert', body, missing, resolution, onConflict: query.onConflict };
  }
  if (body.rows !== 1) throw requestErrors.body('An update takes one JSON object');
  return { kind: 'update', body, missing };
}

async function readRows(
  ctx: RestContext,
  c: Context<ServerEnv>,
  request: RestRequest,
  columns: readonly string[] | null,
): Promise<RowsBody> {
  const contentType = request.headers['content-type'];
  if (!isJsonContent(contentType)) throw requestErrors.body(`Content-Type not acceptable: ${contentType}`);
  return describeRows(parseJsonBody(await readText(c, ctx.limits.bodyBytes)), columns);
}

/** What must be true before a write is committed; undefined when anything goes, which saves a round trip. */
function judgeOf({
  media,
  method,
  preferences,
}: RestRequest): ((rows: readonly AnswerRow[]) => void) | undefined {
  const maxAffected = method === 'POST' ? null : preferences.maxAffected;
  if (media.form !== 'object' && maxAffected === null) return undefined;
  return (answer) => {
    const rows = Number(onlyRow(answer).rows);
    if (maxAffected !== null && rows > maxAffected) throw requestErrors.maxAffected(rows);
    if (media.form === 'object' && rows !== 1) throw requestErrors.notOneRow(rows);
  };
}

function writeAnswer(
  request: RestRequest,
  query: RestQuery,
  write: Write,
  relation: Relation,
  row: AnswerRow,
): Answer {
  const { preferences } = request;
  const rows = Number(row.rows);
  const represented = preferences.returning === 'representation';
  const total = preferences.count === null ? null : rows;
  const applied = preferenceApplied(preferences, appliedTo(write, relation, query));
  const location = preferences.returning === 'headers-only' ? locationOf(relation, row.body) : null;
  return {
    status: writeStatus(write, preferences, rows, row),
    headers: {
      ...(represented ? contentHeaders(request) : {}),
      'Content-Range': write.kind === 'update' ? contentRange(0, rows, total) : contentRange(0, 0, total),
      ...(applied === null ? {} : { 'Preference-Applied': applied }),
      ...(location === null ? {} : { Location: location }),
    },
    body: represented ? row.body : null,
  };
}

function writeStatus(write: Write, preferences: Preferences, rows: number, row: AnswerRow): number {
  if (write.kind === 'insert') {
    const inserted = rows - Number(row.updated ?? 0);
    return write.resolution === 'merge-duplicates' && inserted <= 0 ? 200 : 201;
  }
  return preferences.returning === 'representation' ? 200 : 204;
}

function appliedTo(write: Write, relation: Relation, query: RestQuery): Applied[] {
  if (write.kind === 'delete') return ['returning', 'count', 'handling', 'maxAffected'];
  if (write.kind === 'update') return ['missing', 'returning', 'count', 'handling', 'maxAffected'];
  const hasKey = query.onConflict !== null || relation.primaryKey.length > 0;
  return [...(hasKey ? (['resolution'] as const) : []), 'missing', 'returning', 'count', 'handling'];
}

/** Where the one row that was inserted is found. */
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
