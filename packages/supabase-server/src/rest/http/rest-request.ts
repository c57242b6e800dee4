import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'hono';
import type { RequestScope } from '../../db/database-types.ts';
import { callerKey } from '../../http/caller-slots.ts';
import { clientAddress, type ServerEnv } from '../../http/request-info.ts';
import type { Credentials } from '../../keys/api-keys.ts';
import type { ReadNode } from '../parse/ast.ts';
import { type MediaType, parseAccept } from '../parse/media-type.ts';
import { NO_PREFERENCES, type Preferences, parsePreferences } from '../parse/preferences.ts';
import { requestErrors } from '../rest-error.ts';
import type { RestContext } from './rest-context.ts';

/** A request of a known caller, its headers understood. */
export interface RestRequest {
  method: string;
  /** Raw, without its `?`. */
  search: string;
  headers: IncomingHttpHeaders;
  credentials: Credentials;
  preferences: Preferences;
  media: MediaType;
  schema: string;
  /** Whether the client chose the schema; the response then names it. */
  schemaChosen: boolean;
  /** The caller for whom it counts among concurrent requests; null: uncounted. */
  caller: string | null;
}

/** Headers that SQL must never see, because a function could store them. */
const SECRET_HEADERS = new Set(['authorization', 'apikey', 'cookie', 'proxy-authorization']);

/**
 * Determines the caller and the options in the headers.
 * @throws {MissingApiKeyError}
 * @throws {TokenError}
 * @throws {RestError} PGRST106, PGRST107, PGRST122
 */
export async function openRequest(ctx: RestContext, c: Context<ServerEnv>): Promise<RestRequest> {
  const { headers } = c.env.incoming;
  const credentials = await ctx.authenticator.authenticate(
    one(headers.apikey),
    headers.authorization,
    c.env.incoming,
  );
  const { method } = c.req;
  const profile = one(headers[isRead(method) ? 'accept-profile' : 'content-profile']);
  const schema = profile ?? ctx.exposedSchemas[0] ?? 'public';
  if (!ctx.exposedSchemas.includes(schema)) throw requestErrors.schema(schema, ctx.exposedSchemas);
  const question = c.req.url.indexOf('?');
  return {
    method,
    search: question === -1 ? '' : c.req.url.slice(question + 1),
    headers,
    credentials,
    preferences: await preferencesOf(ctx, one(headers.prefer)),
    media: parseAccept(headers.accept, ctx.planEnabled),
    schema,
    schemaChosen: profile !== undefined,
    caller: callerKey(credentials, clientAddress(c, ctx)),
  };
}

async function preferencesOf(ctx: RestContext, header: string | undefined): Promise<Preferences> {
  if (header === undefined || header === '') return NO_PREFERENCES;
  const timeZones = header.includes('timezone') ? await ctx.timeZones() : NO_ZONES;
  return parsePreferences(header, { rollbackEnabled: ctx.rollbackEnabled, timeZones });
}

const NO_ZONES: ReadonlySet<string> = new Set();

export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * @param path under the service, as SQL shall see it
 * @param timeoutMs of the statement; null: as of all statements
 */
export function scopeOf(
  request: RestRequest,
  path: string,
  readOnly: boolean,
  timeoutMs: number | null,
): RequestScope {
  const { role, claims } = request.credentials;
  const { tx, timeZone } = request.preferences;
  return {
    role,
    claims,
    method: request.method,
    path,
    headers: harmlessHeaders(request.headers),
    readOnly,
    schema: request.schema,
    ...(timeoutMs === null ? {} : { timeoutMs }),
    ...(timeZone === null ? {} : { timeZone }),
    ...(tx === 'rollback' ? { undo: true } : {}),
  };
}

/**
 * Requests with embedded resources, whose cost their URL does not show, get less time.
 * @returns null for others
 */
export function timeoutOf({ limits }: RestContext, { select }: ReadNode): number | null {
  return select.some(({ kind }) => kind === 'embed') ? limits.embedTimeoutMs : null;
}

function harmlessHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const harmless: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !SECRET_HEADERS.has(name)) harmless[name] = one(value) ?? '';
  }
  return harmless;
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
