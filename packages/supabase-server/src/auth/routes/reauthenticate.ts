import type { Handler } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { linkRequest } from '../http/link-request.ts';
import { requireUser } from '../http/require-user.ts';
import { reauthenticate } from '../services/reauthenticate.ts';

/** GET /reauthenticate */
export function reauthenticateRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const caller = await requireUser(c, deps);
    await reauthenticate(deps, caller, linkRequest(c, deps, null));
    return c.json({});
  };
}
