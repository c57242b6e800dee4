import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { callerOf } from '../../http/caller.ts';
import { optionalText } from '../../http/fields.ts';
import { readParams } from '../../http/read-params.ts';
import { requireFullUser } from '../../http/require-full-user.ts';
import { sendSignIn } from '../../http/sign-in-response.ts';
import { verifyFactor } from '../../services/factors/verify-factor.ts';

const bodySchema = z.object({ challenge_id: optionalText, code: optionalText });

/** POST /factors/{id}/verify */
export function verifyFactorRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const user = await requireFullUser(c, deps);
    const { challenge_id, code } = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    const proof = { factorId: c.req.param('id') ?? '', challengeId: challenge_id, code };
    const signIn = await verifyFactor(deps, user, proof, callerOf(c, deps));
    return sendSignIn(c, deps, signIn, { factor: true });
  };
}
