import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { validationFailed } from '../errors.ts';
import { callerOf } from '../http/caller.ts';
import { optionalText, pkceFields } from '../http/fields.ts';
import { linkRequest } from '../http/link-request.ts';
import { readParams } from '../http/read-params.ts';
import { readChannel, readPhone, requirePhones } from '../services/auth-sms.ts';
import { readAddress } from '../services/request-link.ts';
import { resend } from '../services/resend.ts';
import { resendSms } from '../services/resend-sms.ts';

const bodySchema = z.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  ...pkceFields,
});

/** POST /resend: {} for a mail, {message_id} for a message to a phone. */
export function resendRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    const { type } = params;
    if (params.email !== null && params.phone !== null) {
      throw validationFailed('Only an email address or phone number should be provided');
    }
    if (type === 'sms' || type === 'phone_change') {
      requirePhones(deps);
      const reach = { phone: readPhone(deps, params.phone), channel: readChannel(params.channel) };
      return c.json({ message_id: await resendSms(deps, { type, ...reach }, callerOf(c, deps)) });
    }
    if (type !== 'signup' && type !== 'email_change') {
      throw validationFailed('type: must be one of signup, email_change, sms, phone_change');
    }
    const request = linkRequest(c, deps, params);
    await resend(deps, { type, email: readAddress(params.email) }, request);
    return c.json({});
  };
}
