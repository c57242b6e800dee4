import type { Handler } from 'hono';
import { publicOrigin, type ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { callerOf } from '../../http/caller.ts';
import { ceremonyBody } from '../../http/passkey-body.ts';
import { requireFullUser } from '../../http/require-full-user.ts';
import { beginRegistration } from '../../services/passkeys/begin-passkey.ts';
import { requirePasskeySite } from '../../services/passkeys/passkey-site.ts';

/** POST /passkeys/registration/options */
export function registrationOptionsRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const site = requirePasskeySite(deps, publicOrigin(c, deps.config));
    const user = await requireFullUser(c, deps);
    return c.json(ceremonyBody(await beginRegistration(deps, user, site, callerOf(c, deps))));
  };
}
