import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { callerOf } from '../http/caller.ts';
import { optionalText } from '../http/fields.ts';
import { readParams } from '../http/read-params.ts';
import { sendSignIn } from '../http/sign-in-response.ts';
import { refreshSession } from '../services/refresh-session.ts';

const bodySchema = z.object({ refresh_token: optionalText });

/** POST /token?grant_type=refresh_token */
export function refreshTokenGrant(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    const grant = await refreshSession(deps, params.refresh_token, callerOf(c, deps));
    return sendSignIn(c, deps, grant);
  };
}
