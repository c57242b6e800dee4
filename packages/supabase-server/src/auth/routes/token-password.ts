import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { callerOf } from '../http/caller.ts';
import { optionalText } from '../http/fields.ts';
import { readParams } from '../http/read-params.ts';
import { sendSignIn } from '../http/sign-in-response.ts';
import { signInWithPassword } from '../services/sign-in-with-password.ts';

const bodySchema = z.object({ email: optionalText, phone: optionalText, password: optionalText });

/** POST /token?grant_type=password */
export function passwordGrant(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    return sendSignIn(c, deps, await signInWithPassword(deps, params, callerOf(c, deps)));
  };
}
