import { type Context, Hono } from 'hono';
import { routePath } from 'hono/route';
import { LRUCache } from 'lru-cache';
import { sqlState } from '../db/database.ts';
import { createCallerSlots } from '../http/caller-slots.ts';
import type { ServerEnv } from '../http/request-info.ts';
import type { ServerContext } from '../server-context.ts';
import { functionMethods, tableMethods } from './http/allow.ts';
import { callFunction } from './http/call-function.ts';
import { errorResponse } from './http/error-response.ts';
import { readTable } from './http/read-table.ts';
import { send } from './http/response.ts';
import type { RestContext } from './http/rest-context.ts';
import { isRead, openRequest, type RestRequest } from './http/rest-request.ts';
import { writeTable } from './http/write-table.ts';
import { requestErrors } from './rest-error.ts';
import { openSchemaCache } from './schema/cache.ts';
import { createTimeZones } from './schema/time-zones.ts';

/** Reads, and writes, whose statements are kept. */
const KEPT_PLANS = 1000;

/**
 * The data API under /rest/v1 (supabase-protocol 3): tables, views and functions of the exposed
 * schemas, as the caller's role.
 * @throws when the schema cannot be read
 */
export async function createRestService(app: ServerContext) {
  const exposedSchemas = app.config.rest.schemas;
  const schemas = await openSchemaCache(app.db, app.log, exposedSchemas);
  const ctx: RestContext = {
    authenticator: app.authenticator,
    db: app.db,
    log: app.log,
    limits: app.config.limits,
    schemas,
    exposedSchemas,
    planEnabled: app.config.rest.planEnabled,
    rollbackEnabled: app.config.rest.rollbackEnabled,
    trustProxy: app.config.trustProxy,
    slots: createCallerSlots(app.config.limits.callers),
    timeZones: createTimeZones(app.db),
    readPlans: new LRUCache({ max: KEPT_PLANS }),
    writePlans: new LRUCache({ max: KEPT_PLANS }),
  };
  schemas.onChange(() => {
    ctx.readPlans.clear();
    ctx.writePlans.clear();
  });

  const routes = new Hono<ServerEnv>();
  routes.all('/rpc/:name', (c) =>
    respond(ctx, c, (request) => functionResponse(ctx, c, request, c.req.param('name'))),
  );
  routes.all('/:table', (c) =>
    respond(ctx, c, (request) => tableResponse(ctx, c, request, c.req.param('table'))),
  );
  routes.all('/*', (c) =>
    respond(ctx, c, () => {
      // A description of all tables would help attackers.
      const isRoot = c.req.path === routePath(c).slice(0, -'*'.length);
      throw isRoot ? requestErrors.root() : requestErrors.path();
    }),
  );
  return { routes, close: () => schemas.close() };
}

/**
 * Names and types that the cache knew and the database does not: undefined table, column, function
 * or type; types that clash.
 */
const STALE = new Set(['42P01', '42703', '42883', '42704', '42804']);
const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

async function functionResponse(
  ctx: RestContext,
  c: Context<ServerEnv>,
  request: RestRequest,
  name: string,
): Promise<Response> {
  if (request.method === 'OPTIONS') return send(c, await functionMethods(ctx, request, name));
  return callFunction(ctx, c, request, name);
}

async function tableResponse(
  ctx: RestContext,
  c: Context<ServerEnv>,
  request: RestRequest,
  table: string,
): Promise<Response> {
  if (request.method === 'OPTIONS') return send(c, await tableMethods(ctx, request, table));
  if (isRead(request.method)) return readTable(ctx, c, request, table);
  if (WRITES.has(request.method)) return writeTable(ctx, c, request, table);
  throw requestErrors.method(request.method);
}

async function respond(
  ctx: RestContext,
  c: Context<ServerEnv>,
  handle: (request: RestRequest) => Promise<Response>,
): Promise<Response> {
  let role: string | null = null;
  try {
    const request = await openRequest(ctx, c);
    role = request.credentials.role;
    return await handle(request);
  } catch (error) {
    if (STALE.has(sqlState(error) ?? '')) refreshInBackground(ctx);
    return send(c, errorResponse(error, role, ctx.log));
  }
}

function refreshInBackground(ctx: RestContext): void {
  ctx.schemas.refreshAfterMiss().catch(() => ctx.log.debug({}, 'the schema could not be looked at again'));
}
