import type { Handler } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { readFlowParams } from '../http/flow-params.ts';
import { redirect } from '../http/redirect.ts';
import { requireLinkingUser } from '../http/require-linking-user.ts';
import { beginExternalFlow } from '../services/external/external-flow.ts';

/** GET /user/identities/authorize: joins an account of another service to the caller's own. */
export function linkIdentityRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const { user } = await requireLinkingUser(c, deps);
    const { params, request } = readFlowParams(c, deps);
    const { url } = await beginExternalFlow(deps, { ...params, linkingUserId: user.id }, request);
    return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : redirect(c, url, 302);
  };
}
