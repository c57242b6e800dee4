import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { phoneDisabled } from '../errors.ts';
import { optionalText, pkceFields, userData } from '../http/fields.ts';
import { linkRequest } from '../http/link-request.ts';
import { readParams } from '../http/read-params.ts';
import { readAddress, requestSignInLink } from '../services/request-link.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  create_user: z.boolean().nullish(),
  data: userData,
  ...pkceFields,
});

/** POST /otp */
export function otpRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    if (params.email === null && params.phone !== null) throw phoneDisabled();
    const request = linkRequest(c, deps, params);
    const wish = {
      email: readAddress(params.email),
      createUser: params.create_user ?? true,
      data: params.data,
    };
    await requestSignInLink(deps, wish, request);
    return c.json({});
  };
}
