import type { Handler } from 'hono';
import { publicOrigin, type ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { setFlowCookie } from '../http/flow-cookie.ts';
import { readFlowParams } from '../http/flow-params.ts';
import { redirect } from '../http/redirect.ts';
import { beginExternalFlow } from '../services/external/external-flow.ts';

/** GET /authorize: opened in a browser, to sign in with an account of another service. */
export function authorizeRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const { params, request } = readFlowParams(c, deps);
    const { url, state, browserSecret } = await beginExternalFlow(
      deps,
      { ...params, linkingUserId: null },
      request,
    );
    if (browserSecret !== null) {
      const origin = publicOrigin(c, deps.config);
      setFlowCookie(c, { state, secret: browserSecret, origin, formPost: params.provider.formPost });
    }
    return redirect(c, url, 302);
  };
}
