import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { optionalText, userData } from '../../http/fields.ts';
import { linkRequest } from '../../http/link-request.ts';
import { readParams } from '../../http/read-params.ts';
import { userBody } from '../../http/user-body.ts';
import { inviteUser } from '../../services/admin/generate-link.ts';

const bodySchema = z.object({ email: optionalText, data: userData });

/** POST /invite */
export function inviteRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    return c.json(userBody(await inviteUser(deps, params, linkRequest(c, deps, null))));
  };
}
