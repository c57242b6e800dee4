import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { adminUserFields, adminUserParams } from '../../http/admin-fields.ts';
import { readParams } from '../../http/read-params.ts';
import { userBody } from '../../http/user-body.ts';
import { updateUser } from '../../services/admin/save-user.ts';

const bodySchema = z.object(adminUserFields);

/** PUT /admin/users/{id} */
export function updateUserByIdRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    return c.json(userBody(await updateUser(deps, c.req.param('id') ?? '', adminUserParams(params))));
  };
}
