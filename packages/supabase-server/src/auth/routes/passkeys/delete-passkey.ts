import type { Handler } from 'hono';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { callerOf } from '../../http/caller.ts';
import { requireFullUser } from '../../http/require-full-user.ts';
import { remove } from '../../services/passkeys/manage-passkeys.ts';
import { requirePasskeys } from '../../services/passkeys/passkey-site.ts';

/** DELETE /passkeys/{id} */
export function deletePasskeyRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    requirePasskeys(deps);
    const user = await requireFullUser(c, deps);
    await remove(deps, user, c.req.param('id') ?? '', callerOf(c, deps));
    return c.body(null, 204);
  };
}
