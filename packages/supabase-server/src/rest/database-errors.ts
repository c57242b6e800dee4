import pg from 'pg';
import { RestError } from './rest-error.ts';

/** A client may try again after this many seconds; the official one does so by itself for reads. */
const RETRY_AFTER = { 'Retry-After': '1' };

/** Statuses of whole SQLSTATE classes (supabase-protocol 3.4); all others are 400. */
const BY_CLASS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

const BY_CODE: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  P0001: 400,
};

/**
 * Converts an error of PostgreSQL and keeps its wording.
 * @param anonymous whether the effective role is the anonymous one: it may sign in and try again
 */
export function fromDatabaseError(error: pg.DatabaseError, anonymous: boolean): RestError {
  // FATAL and PANIC are about our connection, not about the request, and may tell where the
  // database lives.
  if (error.severity === 'FATAL' || error.severity === 'PANIC') return databaseUnavailable();
  const code = error.code ?? 'XX000';
  if (code === 'PGRST') return fromRaisedResponse(error.message, error.detail);
  const status = statusOf(code, error.message, anonymous);
  return new RestError(status, code, error.message, {
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers: status === 401 ? { 'WWW-Authenticate': 'Bearer' } : status === 503 ? RETRY_AFTER : {},
  });
}

function statusOf(code: string, message: string, anonymous: boolean): number {
  if (code === '42501') return anonymous ? 401 : 403;
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  if (code === '22023') return /^role .* does not exist$/.test(message) ? 401 : 400;
  if (code.startsWith('PT')) return httpStatus(code.slice(2)) ?? 500;
  return BY_CODE[code] ?? BY_CLASS[code.slice(0, 2)] ?? 400;
}

/** @returns the number of a status that a response can have, or null */
export function httpStatus(text: string): number | null {
  return /^[2-5]\d\d$/.test(text) ? Number(text) : null;
}

/**
 * `raise sqlstate 'PGRST'` decides the whole response: message = its body, detail = its status and
 * headers, both JSON.
 */
function fromRaisedResponse(message: string, detail: string | undefined): RestError {
  const body = parseObject(message);
  const rest = parseObject(detail ?? '');
  const status = httpStatus(String(rest?.status));
  const headers = rest?.headers === undefined ? {} : headerRecord(rest.headers);
  if (typeof body?.code !== 'string' || typeof body.message !== 'string' || status === null || !headers) {
    return new RestError(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
      hint: "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'. DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    });
  }
  return new RestError(status, body.code, body.message, {
    details: body.details ?? null,
    hint: typeof body.hint === 'string' ? body.hint : null,
    headers,
  });
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;

/** @returns headers that HTTP can carry, or null: SQL must not be a way to split a response */
export function headerRecord(value: unknown): Record<string, string> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const headers: Record<string, string> = {};
  for (const [name, text] of Object.entries(value)) {
    if (typeof text !== 'string' || !HEADER_NAME.test(name) || !HEADER_VALUE.test(text)) return null;
    headers[name] = text;
  }
  return headers;
}

export function databaseUnavailable(): RestError {
  return new RestError(503, 'PGRST000', 'Database connection error. Retrying the connection.', {
    headers: RETRY_AFTER,
  });
}

const LOST =
  /^Connection terminated|timeout exceeded when trying to connect|not queryable|^Query read timeout/;

/**
 * Checks whether an error says that the database cannot be reached, rather than that it refused
 * something.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return false;
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && /^E[A-Z_]+$/.test(code)) || LOST.test(error.message);
}
