import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import pg from 'pg';
import { BadJsonError, BodyTooLargeError } from '../../http/body.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import { MissingApiKeyError } from '../../keys/api-keys.ts';
import { TokenError } from '../../keys/signing-keys.ts';
import type { Logger } from '../../util/logger.ts';
import { fromDatabaseError } from '../data/database-errors.ts';
import { httpStatusOf, StorageError, storageErrors } from '../errors.ts';

/**
 * The one place that turns failures into the protocol's answers; the inside of a 500 goes to the
 * log alone.
 * @param statusOf the HTTP status of a refusal
 */
export function createErrorHandler(log: Logger, statusOf: (refusal: StorageError) => number = httpStatusOf) {
  return function respondWithError(error: Error, c: Context<ServerEnv>): Response {
    const known = toStorageError(error);
    if (!known) log.error({ err: describe(error), method: c.req.method }, 'a storage call failed');
    const refusal = known ?? storageErrors.internal();
    const { statusCode, error: title, message, code } = refusal;
    const status = statusOf(refusal) as ContentfulStatusCode;
    return c.body(JSON.stringify({ statusCode: String(statusCode), error: title, message, code }), status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
    });
  };
}

function toStorageError(error: Error): StorageError | null {
  if (error instanceof StorageError) return error;
  if (error instanceof MissingApiKeyError) return storageErrors.noAuthorization();
  if (error instanceof TokenError) {
    return error.fault === 'second_factor'
      ? storageErrors.secondFactor(error.message)
      : storageErrors.accessDenied(error.message);
  }
  if (error instanceof BadJsonError) return storageErrors.request(error.message);
  if (error instanceof BodyTooLargeError) return storageErrors.tooLarge(error.message);
  return fromDatabaseError(error);
}

/** Messages of database errors may quote names and metadata: of those only the kind is logged. */
function describe(error: Error): object {
  if (error instanceof pg.DatabaseError) {
    const { code, schema, table, constraint, routine } = error;
    return { name: 'DatabaseError', code, schema, table, constraint, routine };
  }
  return { name: error.name, message: error.message, stack: error.stack };
}
