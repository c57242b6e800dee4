import type { Handler } from 'hono';
import { publicOrigin, type ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { callerOf } from '../../http/caller.ts';
import { ceremonyBody } from '../../http/passkey-body.ts';
import { beginAuthentication } from '../../services/passkeys/begin-passkey.ts';
import { requirePasskeySite } from '../../services/passkeys/passkey-site.ts';

/** POST /passkeys/authentication/options */
export function authenticationOptionsRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const site = requirePasskeySite(deps, publicOrigin(c, deps.config));
    return c.json(ceremonyBody(await beginAuthentication(deps, site, callerOf(c, deps))));
  };
}
