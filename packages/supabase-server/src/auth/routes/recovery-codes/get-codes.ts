import type { Handler } from 'hono';
import type { ServerEnv } from '../../../http/request-info.ts';
import { describeRecoveryCodes } from '../../data/recovery-codes.ts';
import type { AuthDeps } from '../../deps.ts';
import { recoveryCodesBody } from '../../http/recovery-codes-body.ts';
import { requireFullUser } from '../../http/require-full-user.ts';

/** GET /factors/recovery-codes: how many are left */
export function getRecoveryCodesRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const { user } = await requireFullUser(c, deps);
    return c.json(recoveryCodesBody(await describeRecoveryCodes(deps.db, user.id)));
  };
}
