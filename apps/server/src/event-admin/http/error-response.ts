import { BadJsonError, BodyTooLargeError } from '@dragoman/supabase-server/http/body';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Logger } from '@dragoman/supabase-server/util/logger';
import { QueueFullError } from '@dragoman/supabase-server/util/work-queue';
import type { Context } from 'hono';
import { ZodError } from 'zod';
import { SettingConflictError } from '../../settings/settings-store.ts';
import { EventAdminError } from '../errors.ts';

/** The one place that turns failures into answers; the inside of a 500 goes to the log alone. */
export function createErrorHandler(log: Logger) {
  return function respondWithError(error: Error, c: Context<ServerEnv>): Response {
    const known = toOrganiserError(error);
    if (!known) {
      const { name, code } = error as Error & { code?: unknown };
      log.error({ err: { name, code }, method: c.req.method, path: c.req.path }, 'an admin API call failed');
      return c.json({ code: 'unexpected_failure', message: 'Something went wrong on the server' }, 500);
    }
    const { code, message, problems, status, retryAfterSeconds } = known;
    if (retryAfterSeconds !== null) c.header('Retry-After', String(retryAfterSeconds));
    return c.json(
      {
        code,
        message,
        ...(problems.length > 0 ? { problems } : {}),
        ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
      },
      status,
    );
  };
}

function toOrganiserError(error: Error): EventAdminError | null {
  if (error instanceof EventAdminError) return error;
  if (error instanceof BadJsonError) return new EventAdminError(400, 'bad_request', error.message);
  if (error instanceof BodyTooLargeError) return new EventAdminError(413, 'too_large', error.message);
  if (error instanceof QueueFullError) {
    return new EventAdminError(429, 'busy', 'Too many sign-ins at once, try again in a moment', {
      retryAfterSeconds: 3,
    });
  }
  if (error instanceof SettingConflictError) {
    return new EventAdminError(409, 'conflict', 'Another administrator has changed this in the meantime');
  }
  if (error instanceof ZodError) {
    return new EventAdminError(422, 'invalid', 'Some fields cannot be saved as they are', {
      problems: error.issues.map(({ path, message }) => ({
        path: path.join('.'),
        code: 'invalid',
        message,
      })),
    });
  }
  return null;
}
