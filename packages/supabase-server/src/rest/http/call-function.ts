import type { Context } from 'hono';
import { readBytes } from '../../http/body.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import type { RestQuery } from '../parse/ast.ts';
import { isObject, parseNamedValues } from '../parse/json-body.ts';
import { contentKind } from '../parse/media-type.ts';
import { preferenceApplied } from '../parse/preferences.ts';
import { parseRestQuery } from '../parse/rest-query.ts';
import { requestErrors } from '../rest-error.ts';
import { findFunction, findSchema, type WholeBody } from '../schema/find.ts';
import type { DatabaseFunction, DatabaseSchema } from '../schema/model.ts';
import { type CallArguments, callStatement } from '../sql/call-statement.ts';
import type { ResponseRow } from '../sql/response.ts';
import { explainResponse } from './explain.ts';
import { planned } from './plan.ts';
import { contentHeaders, contentRange, onlyRow, pageStatus, type RestResponse, send } from './response.ts';
import type { RestContext } from './rest-context.ts';
import { isRead, type RestRequest, scopeOf, timeoutOf } from './rest-request.ts';

/**
 * The body of a POST: named arguments, which may also be one JSON argument as a whole, or only the
 * latter.
 */
interface CallBody {
  kind: WholeBody;
  content: string | Buffer;
  names: readonly string[];
}

const decoder = new TextDecoder();

/** GET, HEAD and POST of /rpc/{function}. */
export async function callFunction(
  ctx: RestContext,
  c: Context<ServerEnv>,
  request: RestRequest,
  name: string,
): Promise<Response> {
  const { method } = request;
  if (!isRead(method) && method !== 'POST') throw requestErrors.rpcMethod(method);
  const query = parseRestQuery(request.search, isRead(method));
  const body = method === 'POST' ? await readArguments(ctx, c, request) : null;
  const { fn, statement } = await planned(ctx.schemas, (database) =>
    buildCall(ctx, request, query, body, name, database),
  );
  if (request.preferences.maxAffected !== null && !returnsSet(fn)) throw requestErrors.maxAffectedRpc();
  const readOnly = isRead(method) || fn.volatility !== 'volatile';
  const scope = scopeOf(request, `/rpc/${name}`, readOnly, timeoutOf(ctx, query.root));
  const explained = await explainResponse(ctx, request, scope, statement);
  if (explained !== null) return send(c, explained);
  const check = commitCheck(request, fn);
  const row = onlyRow(
    await ctx.slots.run(request.caller, () => ctx.db.request<ResponseRow>(scope, statement, check)),
  );
  return send(c, callResponse(request, fn, query.root.offset ?? 0, row), row);
}

async function readArguments(
  ctx: RestContext,
  c: Context<ServerEnv>,
  request: RestRequest,
): Promise<CallBody> {
  const contentType = request.headers['content-type'];
  const bytes = await readBytes(c, ctx.limits.bodyBytes);
  const kind = contentKind(contentType);
  if (kind === 'binary') return { kind, content: Buffer.from(bytes), names: [] };
  const text = decoder.decode(bytes);
  if (kind === 'text' || kind === 'xml') return { kind, content: text, names: [] };
  const body = parseNamedValues(contentType, text.trim() === '' && kind === 'json' ? '{}' : text);
  return { kind: 'json', content: body.text, names: isObject(body.value) ? Object.keys(body.value) : [''] };
}

function buildCall(
  ctx: RestContext,
  { method, schema, media, preferences }: RestRequest,
  query: RestQuery,
  body: CallBody | null,
  name: string,
  database: DatabaseSchema,
) {
  const objects = findSchema(database, schema);
  const names = new Set(body === null ? query.args.map(([arg]) => arg) : body.names);
  const fn = findFunction(objects, schema, name, [...names], body?.kind ?? null);
  const statement = callStatement(
    {
      fn,
      args: argumentsOf(fn, query, body),
      node: query.root,
      media,
      count: preferences.count,
      withoutBody: method === 'HEAD' || preferences.returning === 'minimal',
      limits: ctx.limits,
    },
    database,
  );
  return { fn, statement };
}

function argumentsOf(fn: DatabaseFunction, query: RestQuery, body: CallBody | null): CallArguments {
  if (body === null) return { kind: 'query', values: query.args };
  if (fn.parameters.length === 1 && fn.parameters[0]?.name === '')
    return { kind: 'whole', content: body.content };
  return { kind: 'json', text: String(body.content), names: body.names };
}

function returnsSet({ result }: DatabaseFunction): boolean {
  return result.kind !== 'void' && result.set;
}

/** The check that must pass before the function's work is committed. */
function commitCheck(
  { media, preferences }: RestRequest,
  fn: DatabaseFunction,
): ((rows: readonly ResponseRow[]) => void) | undefined {
  const { maxAffected } = preferences;
  const single = media.form === 'object' && returnsSet(fn);
  if (!single && maxAffected === null) return undefined;
  return (response) => {
    const rows = Number(onlyRow(response).rows);
    if (maxAffected !== null && rows > maxAffected) throw requestErrors.maxAffected(rows);
    if (single && rows !== 1) throw requestErrors.notOneRow(rows);
  };
}

function callResponse(
  request: RestRequest,
  fn: DatabaseFunction,
  offset: number,
  row: ResponseRow,
): RestResponse {
  const { preferences } = request;
  const rows = Number(row.rows);
  const total = row.total === null ? null : Number(row.total);
  const applied = preferenceApplied(preferences, ['count', 'maxAffected']);
  const headers = {
    'Content-Range': contentRange(offset, rows, total),
    ...(applied === null ? {} : { 'Preference-Applied': applied }),
  };
  if (fn.result.kind === 'void' || preferences.returning === 'minimal') {
    return { status: 204, headers, body: null };
  }
  return {
    status: pageStatus(offset, rows, total),
    headers: { ...contentHeaders(request), ...headers },
    body: row.body ?? 'null',
  };
}
