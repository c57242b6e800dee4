import type { Handler } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { callerOf } from '../http/caller.ts';
import { requireFullUser } from '../http/require-full-user.ts';
import { challengeFactor } from '../services/verify-factor.ts';

/** POST /factors/{id}/challenge; the body says nothing that a TOTP factor needs. */
export function challengeFactorRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const user = await requireFullUser(c, deps);
    const factorId = c.req.param('id') ?? '';
    const { id, type, expiresAt } = await challengeFactor(deps, user, factorId, callerOf(c, deps.config));
    return c.json({ id, type, expires_at: expiresAt });
  };
}
