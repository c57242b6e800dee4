import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { optionalText, pkceFields, userData } from '../http/fields.ts';
import { linkRequest } from '../http/link-request.ts';
import { readParams } from '../http/read-params.ts';
import { sendSignIn } from '../http/sign-in-response.ts';
import { userBody } from '../http/user-body.ts';
import { signUp } from '../services/sign-up.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  password: optionalText,
  data: userData,
  ...pkceFields,
});

/** POST /signup */
export function signUpRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    const result = await signUp(deps, params, linkRequest(c, deps, params));
    return result.kind === 'signed-in' ? sendSignIn(c, deps, result.signIn) : c.json(userBody(result.user));
  };
}
