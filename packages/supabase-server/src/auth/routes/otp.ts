import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { validationFailed } from '../errors.ts';
import { optionalText, pkceFields, userData } from '../http/fields.ts';
import { linkRequest } from '../http/link-request.ts';
import { readParams } from '../http/read-params.ts';
import { readChannel, readPhone, requirePhones } from '../services/auth-sms.ts';
import { readAddress, requestSignInLink } from '../services/request-link.ts';
import { requestSmsCode } from '../services/request-sms-code.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  create_user: z.boolean().nullish(),
  data: userData,
  ...pkceFields,
});

/** POST /otp: {} for a mail, {message_id} for a message to a phone. */
export function otpRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    const { email, phone, data } = params;
    if (email !== null && phone !== null) {
      throw validationFailed('Only an email address or phone number should be provided');
    }
    const request = linkRequest(c, deps, params);
    const signIn = { createUser: params.create_user ?? true, data };
    if (phone !== null) {
      requirePhones(deps);
      const reach = { phone: readPhone(deps, phone), channel: readChannel(params.channel) };
      return c.json({ message_id: await requestSmsCode(deps, { ...signIn, ...reach }, request.caller) });
    }
    await requestSignInLink(deps, { ...signIn, email: readAddress(email) }, request);
    return c.json({});
  };
}
