import type { Handler } from 'hono';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { factorBody } from '../../http/user-body.ts';
import { removeFactor } from '../../services/admin/remove-user.ts';

/** DELETE /admin/users/{id}/factors/{factor_id} */
export function deleteFactorRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const factor = await removeFactor(deps, c.req.param('id') ?? '', c.req.param('factorId') ?? '');
    return c.json(factorBody(factor));
  };
}
