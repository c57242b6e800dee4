import type { Handler } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { validationFailed } from '../errors.ts';
import { audienceOf, requireUser } from '../http/require-user.ts';
import { userBody } from '../http/user-body.ts';

const DEFAULT_AUDIENCE = 'authenticated';

/** GET /user */
export function getUserRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const { claims, user } = await requireUser(c, deps);
    const audience = audienceOf(claims);
    if (audience !== (c.req.header('x-jwt-aud') ?? audience ?? DEFAULT_AUDIENCE)) {
      throw validationFailed("Token audience doesn't match request audience");
    }
    return c.json(userBody(user));
  };
}
