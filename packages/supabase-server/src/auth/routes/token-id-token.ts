import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { optionalText } from '../http/fields.ts';
import { linkRequest } from '../http/link-request.ts';
import { readParams } from '../http/read-params.ts';
import { requireLinkingUser } from '../http/require-linking-user.ts';
import { sendSignIn } from '../http/sign-in-response.ts';
import { signInWithIdToken } from '../services/external/sign-in-with-id-token.ts';

const bodySchema = z.object({
  provider: optionalText,
  id_token: optionalText,
  access_token: optionalText,
  nonce: optionalText,
  link_identity: z.boolean().nullish(),
});

/** POST /token?grant_type=id_token */
export function idTokenGrant(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    let linkingUserId: string | null = null;
    if (params.link_identity) {
      linkingUserId = (await requireLinkingUser(c, deps)).user.id;
    }
    const signIn = await signInWithIdToken(
      deps,
      {
        provider: params.provider,
        idToken: params.id_token,
        accessToken: params.access_token,
        nonce: params.nonce,
        linkingUserId,
      },
      linkRequest(c, deps, null),
    );
    return sendSignIn(c, deps, signIn);
  };
}
