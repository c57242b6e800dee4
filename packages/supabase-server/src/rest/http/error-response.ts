import pg from 'pg';
import { BodyTooLargeError } from '../../http/body.ts';
import { CallerBusyError } from '../../http/caller-slots.ts';
import { MissingApiKeyError } from '../../keys/api-keys.ts';
import { TokenError } from '../../keys/signing-keys.ts';
import type { Logger } from '../../util/logger.ts';
import { databaseUnavailable, fromDatabaseError, isConnectionLoss } from '../database-errors.ts';
import { RestError, requestErrors } from '../rest-error.ts';
import type { RestResponse } from './response.ts';

/**
 * Renders any error as the protocol defines it, once for the whole service (supabase-protocol 3.4).
 * @param role who the request acted as; null when that is not known
 */
export function errorResponse(error: unknown, role: string | null, log: Logger): RestResponse {
  const refusal = toRestError(error, role, log);
  const token = /^\w+$/.test(refusal.code) ? refusal.code : 'error';
  return {
    status: refusal.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Proxy-Status': `PostgREST; error=${token}`,
      ...refusal.headers,
    },
    body: JSON.stringify(refusal.body),
  };
}

function toRestError(error: unknown, role: string | null, log: Logger): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof pg.DatabaseError) return fromDatabaseError(error, role === 'anon');
  if (error instanceof BodyTooLargeError) return requestErrors.bodyTooLarge(error.limit);
  if (error instanceof CallerBusyError) return requestErrors.busy(error.message, error.retryAfterSeconds);
  if (error instanceof MissingApiKeyError) return missingKey(error);
  if (error instanceof TokenError) return badToken(error);
  if (isConnectionLoss(error)) {
    log.warn({ reason: (error as Error).message }, 'the database cannot be reached');
    return databaseUnavailable();
  }
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  log.error({ err: { name, message, stack } }, 'a REST request failed');
  return new RestError(500, 'PGRSTX00', 'Something went wrong on the server');
}

function missingKey(error: MissingApiKeyError): RestError {
  return new RestError(401, 'PGRST302', error.message, {
    hint: 'No `apikey` request header was found.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

function badToken({ fault, message }: TokenError): RestError {
  // Another token of the same session would not help: no 401, which has clients renew theirs.
  if (fault === 'second_factor') return new RestError(403, 'insufficient_aal', message);
  const code = fault === 'malformed' || fault === 'signature' ? 'PGRST301' : 'PGRST303';
  const description = message.replace(/["\\]|[^\x20-\x7e]/g, '');
  return new RestError(401, code, message, {
    headers: { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${description}"` },
  });
}
