import type { Handler } from 'hono';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { callerOf } from '../../http/caller.ts';
import { usedPasskeySchema } from '../../http/passkey-fields.ts';
import { readParams } from '../../http/read-params.ts';
import { tokenBody } from '../../http/token-body.ts';
import { requirePasskeys } from '../../services/passkeys/passkey-site.ts';
import { signInWithPasskey } from '../../services/passkeys/sign-in-with-passkey.ts';

/** POST /passkeys/authentication/verify */
export function verifyAuthenticationRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    requirePasskeys(deps);
    const { challenge_id, credential } = await readParams(c, usedPasskeySchema, deps.config.limits.bodyBytes);
    const answer = { challengeId: challenge_id, credential };
    return c.json(tokenBody(await signInWithPasskey(deps, answer, callerOf(c, deps))));
  };
}
