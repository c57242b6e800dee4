import type { Handler } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { readFlowWish } from '../http/flow-wish.ts';
import { leave } from '../http/leave.ts';
import { requireLinkingUser } from '../http/require-linking-user.ts';
import { beginExternalFlow } from '../services/external-flow.ts';

/** GET /user/identities/authorize: joins an account of another service to the caller's own. */
export function linkIdentityRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const { user } = await requireLinkingUser(c, deps);
    const { wish, request } = readFlowWish(c, deps);
    const { url } = await beginExternalFlow(deps, { ...wish, linkingUserId: user.id }, request);
    return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : leave(c, url, 302);
  };
}
