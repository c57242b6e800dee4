import type { Handler } from 'hono';
import { z } from 'zod';
import { readJson } from '../../../http/body.ts';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { validationFailed } from '../../errors.ts';
import { removeUser } from '../../services/admin/remove-user.ts';

const bodySchema = z.object({ should_soft_delete: z.boolean().nullish() });

/** DELETE /admin/users/{id}; the body may be left out. */
export function deleteUserRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const body = bodySchema.safeParse((await readJson(c, deps.config.limits.bodyBytes)) ?? {});
    if (!body.success) throw validationFailed('should_soft_delete: must be true or false');
    await removeUser(deps, c.req.param('id') ?? '', { soft: body.data.should_soft_delete ?? false });
    return c.json({});
  };
}
