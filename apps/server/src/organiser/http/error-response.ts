import type { Context } from 'hono';
import { ZodError } from 'zod';
import { BadJsonError, BodyTooLargeError } from '../../http/body.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import { SettingConflictError } from '../../settings/settings-store.ts';
import type { Logger } from '../../util/logger.ts';
import { QueueFullError } from '../../util/work-queue.ts';
import { OrganiserError } from '../errors.ts';

/** The one place that turns failures into answers; the inside of a 500 goes to the log alone. */
export function createErrorHandler(log: Logger) {
  return function respondWithError(error: Error, c: Context<ServerEnv>): Response {
    const known = toOrganiserError(error);
    if (!known) {
      const { name, code } = error as Error & { code?: unknown };
      log.error({ err: { name, code }, method: c.req.method, path: c.req.path }, 'an organiser call failed');
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

function toOrganiserError(error: Error): OrganiserError | null {
  if (error instanceof OrganiserError) return error;
  if (error instanceof BadJsonError) return new OrganiserError(400, 'bad_request', error.message);
  if (error instanceof BodyTooLargeError) return new OrganiserError(413, 'too_large', error.message);
  if (error instanceof QueueFullError) {
    return new OrganiserError(429, 'busy', 'Too many sign-ins at once, try again in a moment', {
      retryAfterSeconds: 3,
    });
  }
  if (error instanceof SettingConflictError) {
    return new OrganiserError(409, 'conflict', 'Another administrator has changed this in the meantime');
  }
  if (error instanceof ZodError) {
    return new OrganiserError(422, 'invalid', 'Some fields cannot be saved as they are', {
      problems: error.issues.map(({ path, message }) => ({
        path: path.join('.'),
        code: 'invalid',
        message,
      })),
    });
  }
  return null;
}
