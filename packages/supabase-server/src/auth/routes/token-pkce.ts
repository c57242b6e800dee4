import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { callerOf } from '../http/caller.ts';
import { optionalText } from '../http/fields.ts';
import { readParams } from '../http/read-params.ts';
import { sendSignIn } from '../http/sign-in-response.ts';
import { exchangeCode } from '../services/exchange-code.ts';

const bodySchema = z.object({ auth_code: optionalText, code_verifier: optionalText });

/** POST /token?grant_type=pkce */
export function pkceGrant(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    const flow = { authCode: params.auth_code, verifier: params.code_verifier };
    return sendSignIn(c, deps, await exchangeCode(deps, flow, callerOf(c, deps)));
  };
}
