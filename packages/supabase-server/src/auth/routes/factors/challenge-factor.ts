import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { callerOf } from '../../http/caller.ts';
import { optionalText } from '../../http/fields.ts';
import { readOptionalParams } from '../../http/read-params.ts';
import { requireFullUser } from '../../http/require-full-user.ts';
import { challengeFactor } from '../../services/factors/challenge-factor.ts';

const bodySchema = z.object({ channel: optionalText });

/** POST /factors/{id}/challenge */
export function challengeFactorRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const user = await requireFullUser(c, deps);
    const { channel } = await readOptionalParams(c, bodySchema, deps.config.limits.bodyBytes);
    const factor = { factorId: c.req.param('id') ?? '', channel };
    const { id, type, expiresAt } = await challengeFactor(deps, user, factor, callerOf(c, deps));
    return c.json({ id, type, expires_at: expiresAt });
  };
}
