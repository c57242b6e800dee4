import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { CORS_HEADERS } from '../../http/cors.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import { headerRecord, httpStatus } from '../database-errors.ts';
import { RestError, requestErrors } from '../rest-error.ts';
import type { ResponseRow } from '../sql/response.ts';
import type { RestRequest } from './rest-request.ts';

export interface RestResponse {
  status: number;
  headers: Record<string, string>;
  /** Null: no body. */
  body: string | null;
}

/** Statuses that HTTP allows no body for. */
const BODILESS = new Set([204, 205, 304]);

/** Sends a response, as SQL may have changed it through response.status and response.headers. */
export function send(c: Context<ServerEnv>, response: RestResponse, row?: ResponseRow): Response {
  const status = row?.status == null ? response.status : statusSetting(row.status);
  const bodiless = BODILESS.has(status);
  const body = bodiless || c.req.method === 'HEAD' ? null : response.body;
  // Responses depend on the caller's rights and must not be cached, unless a function allows it.
  const own = { 'Cache-Control': 'no-store', ...response.headers };
  const headers = {
    ...CORS_HEADERS,
    ...(row?.headers == null ? own : withSettings(own, row.headers)),
    // Without a length an empty 201 would go out in chunks.
    ...(body !== null || bodiless || c.req.method === 'HEAD' ? {} : { 'Content-Length': '0' }),
  };
  // All our own words, so nothing has to be checked: the adapter passes the record on to Node as it
  // is.
  if (row !== undefined && row.headers === null) return new Response(body, { status, headers });
  return c.newResponse(body, status as StatusCode, headers);
}

export function contentHeaders(request: RestRequest): Record<string, string> {
  const { media, schema, schemaChosen } = request;
  return {
    'Content-Type': media.contentType,
    ...(schemaChosen ? { 'Content-Profile': schema } : {}),
  };
}

/**
 * The value of Content-Range: `0-9/50`, `0-9/*`, `*\/0`.
 * @param first index of the first row shown
 */
export function contentRange(first: number, rows: number, total: number | null): string {
  const range = rows > 0 && total !== 0 ? `${first}-${first + rows - 1}` : '*';
  return `${range}/${total ?? '*'}`;
}

/** @throws {RestError} PGRST103 when the page begins after the last row */
export function pageStatus(first: number, rows: number, total: number | null): number {
  if (total === null) return 200;
  if (first > total) {
    throw requestErrors.range(`An offset of ${first} was requested, but there are only ${total} rows.`, {
      'Content-Range': contentRange(first, 0, total),
    });
  }
  return rows < total ? 206 : 200;
}

/** The row of a statement. @throws without one, which no statement of ours allows */
export function onlyRow(rows: readonly ResponseRow[]): ResponseRow {
  const [row] = rows;
  if (row === undefined) throw new Error('a statement gave no answer row');
  return row;
}

function statusSetting(text: string): number {
  const status = httpStatus(text);
  if (status === null) {
    throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code');
  }
  return status;
}

function withSettings(headers: Record<string, string>, setting: string): Record<string, string> {
  const merged = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { name, value }]),
  );
  for (const added of parseHeaderSetting(setting)) {
    for (const [name, value] of Object.entries(added)) merged.set(name.toLowerCase(), { name, value });
  }
  return Object.fromEntries([...merged.values()].map(({ name, value }) => [name, value]));
}

function parseHeaderSetting(setting: string): Array<Record<string, string>> {
  let list: unknown;
  try {
    list = JSON.parse(setting);
  } catch {
    list = null;
  }
  const records = Array.isArray(list) ? list.map(headerRecord) : [null];
  if (records.some((record) => record === null || Object.keys(record).length !== 1)) {
    throw new RestError(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    );
  }
  return records as Array<Record<string, string>>;
}
