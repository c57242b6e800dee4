import type { Handler } from 'hono';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { factorBody } from '../../http/user-body.ts';
import { requireUserById } from '../../services/admin/find-user.ts';

/** GET /admin/users/{id}/factors */
export function listFactorsRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const { factors } = await requireUserById(deps.db, c.req.param('id') ?? '');
    return c.json(factors.map(factorBody));
  };
}
