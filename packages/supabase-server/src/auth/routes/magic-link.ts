import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { optionalText, pkceFields, userData } from '../http/fields.ts';
import { linkRequest } from '../http/link-request.ts';
import { readParams } from '../http/read-params.ts';
import { readAddress, requestSignInLink } from '../services/request-link.ts';

const bodySchema = z.object({ email: optionalText, data: userData, ...pkceFields });

/** POST /magiclink: the older name of /otp for mails. */
export function magicLinkRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    const request = linkRequest(c, deps, params);
    const signIn = { email: readAddress(params.email), createUser: true, data: params.data };
    await requestSignInLink(deps, signIn, request);
    return c.json({});
  };
}
