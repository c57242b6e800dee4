import type { Handler } from 'hono';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { passkeyBody } from '../../http/passkey-body.ts';
import { passkeyNameSchema } from '../../http/passkey-fields.ts';
import { readParams } from '../../http/read-params.ts';
import { requireFullUser } from '../../http/require-full-user.ts';
import { rename } from '../../services/passkeys/manage-passkeys.ts';
import { requirePasskeys } from '../../services/passkeys/passkey-site.ts';

/** PATCH /passkeys/{id} */
export function renamePasskeyRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    requirePasskeys(deps);
    const user = await requireFullUser(c, deps);
    const { friendly_name: name } = await readParams(c, passkeyNameSchema, deps.config.limits.bodyBytes);
    return c.json(passkeyBody(await rename(deps, user, { id: c.req.param('id') ?? '', name })));
  };
}
