import type { Handler } from 'hono';
import type { ServerEnv } from '../../../http/request-info.ts';
import { listPasskeys } from '../../data/passkeys.ts';
import type { AuthDeps } from '../../deps.ts';
import { passkeyBody } from '../../http/passkey-body.ts';
import { requireFullUser } from '../../http/require-full-user.ts';
import { requirePasskeys } from '../../services/passkeys/passkey-site.ts';

/** GET /passkeys */
export function listPasskeysRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    requirePasskeys(deps);
    const { user } = await requireFullUser(c, deps);
    return c.json((await listPasskeys(deps.db, user.id)).map(passkeyBody));
  };
}
