import type { Handler } from 'hono';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { recoveryCodesBody } from '../../http/recovery-codes-body.ts';
import { requireFullUser } from '../../http/require-full-user.ts';
import { createRecoveryCodes } from '../../services/factors/recovery-codes.ts';

/** POST /factors/recovery-codes: new ones in place of the old, told this once */
export function createRecoveryCodesRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const user = await requireFullUser(c, deps);
    const { codes, ...set } = await createRecoveryCodes(deps, user);
    return c.json({ codes, ...recoveryCodesBody(set) });
  };
}
