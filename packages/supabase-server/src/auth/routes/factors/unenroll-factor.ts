import type { Handler } from 'hono';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { requireFullUser } from '../../http/require-full-user.ts';
import { unenrollFactor } from '../../services/factors/unenroll-factor.ts';

/** DELETE /factors/{id} */
export function unenrollFactorRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const user = await requireFullUser(c, deps);
    return c.json({ id: await unenrollFactor(deps, user, c.req.param('id') ?? '') });
  };
}
