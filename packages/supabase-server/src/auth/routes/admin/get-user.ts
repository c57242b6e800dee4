import type { Handler } from 'hono';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { userBody } from '../../http/user-body.ts';
import { requireUserById } from '../../services/admin/find-user.ts';

/** GET /admin/users/{id} */
export function getUserByIdRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => c.json(userBody(await requireUserById(deps.db, c.req.param('id') ?? '')));
}
