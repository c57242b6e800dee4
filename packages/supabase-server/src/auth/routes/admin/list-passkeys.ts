import type { Handler } from 'hono';
import type { ServerEnv } from '../../../http/request-info.ts';
import { listPasskeys } from '../../data/passkeys.ts';
import type { AuthDeps } from '../../deps.ts';
import { passkeyBody } from '../../http/passkey-body.ts';
import { requireUserById } from '../../services/admin/find-user.ts';

/** GET /admin/users/{id}/passkeys */
export function listPasskeysOfUserRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const { id } = await requireUserById(deps.db, c.req.param('id') ?? '');
    return c.json((await listPasskeys(deps.db, id)).map(passkeyBody));
  };
}
