import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { callerOf } from '../../http/caller.ts';
import { optionalText } from '../../http/fields.ts';
import { readParams } from '../../http/read-params.ts';
import { requireFullUser } from '../../http/require-full-user.ts';
import { tokenBody } from '../../http/token-body.ts';
import { useRecoveryCode } from '../../services/factors/recovery-codes.ts';

const bodySchema = z.object({ code: optionalText });

/** POST /factors/recovery-codes/verify: a code in place of the second factor */
export function verifyRecoveryCodeRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const user = await requireFullUser(c, deps);
    const { code } = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    return c.json(tokenBody(await useRecoveryCode(deps, user, code, callerOf(c, deps))));
  };
}
