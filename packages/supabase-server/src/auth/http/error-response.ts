import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import pg from 'pg';
import { BadJsonError, BodyTooLargeError } from '../../http/body.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import type { Logger } from '../../util/logger.ts';
import { QueueFullError } from '../../util/work-queue.ts';
import { AuthError, OAuthError, RateLimitError } from '../errors.ts';

const RETRY_AFTER_SECONDS = '2';

/**
 * Turns every error into a response, in the form of the API version that the client asked for
 * (supabase-protocol 2.1). An unexpected error becomes a 500 that contains only the id of its log
 * entry.
 */
export function createErrorHandler(log: Logger) {
  return function respondWithError(error: Error, c: Context<ServerEnv>): Response {
    if (error instanceof OAuthError) {
      return c.json({ error: error.error, error_description: error.message }, 400);
    }
    if (error instanceof QueueFullError) c.header('Retry-After', RETRY_AFTER_SECONDS);
    if (error instanceof RateLimitError) c.header('Retry-After', String(error.retryAfterSeconds));
    const known = toAuthError(error);
    if (known) return render(c, known);
    const errorId = randomUUID();
    log.error(
      { err: describe(error), errorId, method: c.req.method, path: c.req.path },
      'an auth call failed',
    );
    return render(
      c,
      new AuthError(500, 'unexpected_failure', 'Unexpected failure, please try again later', {
        error_id: errorId,
      }),
    );
  };
}

function toAuthError(error: Error): AuthError | null {
  if (error instanceof AuthError) return error;
  if (error instanceof BodyTooLargeError)
    return new AuthError(413, 'request_entity_too_large', error.message);
  if (error instanceof BadJsonError) {
    return new AuthError(400, 'bad_json', 'Could not parse request body as JSON');
  }
  if (error instanceof QueueFullError) {
    return new AuthError(
      429,
      'over_request_rate_limit',
      `Too many sign-ins at once, try again in ${RETRY_AFTER_SECONDS} seconds`,
    );
  }
  return null;
}

function render(c: Context<ServerEnv>, { status, code, message, details }: AuthError): Response {
  c.header('x-sb-error-code', code);
  const version = resolveApiVersion(c.req.header(API_VERSION_HEADER));
  if (version === 'initial')
    return c.json({ code: status, error_code: code, msg: message, ...details }, status);
  // Without the echo the official client ignores `code`.
  c.header(API_VERSION_HEADER, version);
  return c.json({ code, message, ...details }, status);
}

/**
 * A database error's message and detail may quote values: of those only its name for the failure is
 * logged.
 */
function describe(error: Error): object {
  if (error instanceof pg.DatabaseError) {
    const { code, schema, table, constraint, routine } = error;
    return { name: 'DatabaseError', code, schema, table, constraint, routine };
  }
  return { name: error.name, message: error.message, stack: error.stack };
}

export const API_VERSION_HEADER = 'X-Supabase-Api-Version';

/**
 * The forms of an error body; `initial` is what clients get that don't ask (supabase-protocol 2.1).
 */
export type ApiVersion = 'initial' | '2024-01-01';

/** @param header the value of X-Supabase-Api-Version, if any */
export function resolveApiVersion(header: string | undefined): ApiVersion {
  const value = header?.trim() ?? '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || !isDate(value)) return 'initial';
  // Dates of this form sort as text.
  return value >= '2024-01-01' ? '2024-01-01' : 'initial';
}

function isDate(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
