import type { Handler } from 'hono';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { callerOf } from '../../http/caller.ts';
import { passkeyBody } from '../../http/passkey-body.ts';
import { newPasskeySchema } from '../../http/passkey-fields.ts';
import { readParams } from '../../http/read-params.ts';
import { requireFullUser } from '../../http/require-full-user.ts';
import { addPasskey } from '../../services/passkeys/add-passkey.ts';
import { requirePasskeys } from '../../services/passkeys/passkey-site.ts';

/** POST /passkeys/registration/verify */
export function verifyRegistrationRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    requirePasskeys(deps);
    const user = await requireFullUser(c, deps);
    const { challenge_id, credential } = await readParams(c, newPasskeySchema, deps.config.limits.bodyBytes);
    const answer = { challengeId: challenge_id, credential };
    return c.json(passkeyBody(await addPasskey(deps, user, answer, callerOf(c, deps))));
  };
}
