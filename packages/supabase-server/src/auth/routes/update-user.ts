import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { optionalText, pkceFields, userData } from '../http/fields.ts';
import { linkRequest } from '../http/link-request.ts';
import { readParams } from '../http/read-params.ts';
import { requireUser } from '../http/require-user.ts';
import { userBody } from '../http/user-body.ts';
import { updateAccount } from '../services/update-account.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  current_password: optionalText,
  nonce: optionalText,
  channel: optionalText,
  data: userData,
  app_metadata: z.unknown().optional(),
  ...pkceFields,
});

/** PUT /user */
export function updateUserRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const caller = await requireUser(c, deps);
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    const account = {
      ...params,
      currentPassword: params.current_password,
      changesAppMetadata: params.app_metadata !== undefined && params.app_metadata !== null,
    };
    const user = await updateAccount(deps, caller, account, linkRequest(c, deps, params));
    return c.json(userBody(user));
  };
}
