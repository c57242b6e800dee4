import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { phoneDisabled, validationFailed } from '../errors.ts';
import { optionalText, pkceFields } from '../http/fields.ts';
import { linkRequest } from '../http/link-request.ts';
import { readParams } from '../http/read-params.ts';
import { readAddress } from '../services/request-link.ts';
import { resend } from '../services/resend.ts';

const bodySchema = z.object({ type: optionalText, email: optionalText, phone: optionalText, ...pkceFields });

/** POST /resend */
export function resendRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    const { type } = params;
    if (type === 'sms' || type === 'phone_change') throw phoneDisabled();
    if (type !== 'signup' && type !== 'email_change') {
      throw validationFailed('type: must be one of signup, email_change, sms, phone_change');
    }
    const request = linkRequest(c, deps, params);
    await resend(deps, { type, email: readAddress(params.email) }, request);
    return c.json({});
  };
}
