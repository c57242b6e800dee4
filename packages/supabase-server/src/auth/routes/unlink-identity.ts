import type { Handler } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import { isUuid } from '../../util/uuid.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError } from '../errors.ts';
import { requireLinkingUser } from '../http/require-linking-user.ts';
import { unlinkIdentity } from '../services/external/unlink-identity.ts';

/** DELETE /user/identities/{id} */
export function unlinkIdentityRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const { user } = await requireLinkingUser(c, deps);
    const id = c.req.param('id') ?? '';
    if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID');
    await unlinkIdentity(deps, user.id, id.toLowerCase());
    return c.json({});
  };
}
