import type { Handler } from 'hono';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { removeAsAdmin } from '../../services/passkeys/manage-passkeys.ts';

/** DELETE /admin/users/{id}/passkeys/{passkey_id} */
export function deletePasskeyOfUserRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    await removeAsAdmin(deps, c.req.param('id') ?? '', c.req.param('passkeyId') ?? '');
    return c.body(null, 204);
  };
}
