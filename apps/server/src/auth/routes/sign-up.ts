import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { callerOf } from '../http/caller.ts';
import { optionalText, pkceFields, userData } from '../http/fields.ts';
import { readParams } from '../http/read-params.ts';
import { tokenBody } from '../http/token-body.ts';
import { signUp } from '../services/sign-up.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: userData,
  // Without effect: a sign-up is confirmed at once, so there is no link whose code would be exchanged.
  ...pkceFields,
});

/** POST /signup */
export function signUpRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    return c.json(tokenBody(await signUp(deps, params, callerOf(c, deps.config))));
  };
}
