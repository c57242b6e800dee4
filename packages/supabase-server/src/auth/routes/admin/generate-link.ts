import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { optionalText, userData } from '../../http/fields.ts';
import { linkRequest } from '../../http/link-request.ts';
import { readParams } from '../../http/read-params.ts';
import { userBody } from '../../http/user-body.ts';
import { ADMIN_LINK_TYPES, generateLink } from '../../services/admin/generate-link.ts';

const bodySchema = z.object({
  type: z.enum(ADMIN_LINK_TYPES, { error: `must be one of ${ADMIN_LINK_TYPES.join(', ')}` }),
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: userData,
});

/** POST /admin/generate_link: the user's fields and the link's, side by side. */
export function generateLinkRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    const request = linkRequest(c, deps, null);
    const { issued, user, type } = await generateLink(
      deps,
      { ...params, newEmail: params.new_email },
      request,
    );
    return c.json({
      ...userBody(user),
      action_link: issued.link,
      email_otp: issued.code,
      hashed_token: issued.linkToken,
      verification_type: type,
      redirect_to: request.redirectTo,
    });
  };
}
