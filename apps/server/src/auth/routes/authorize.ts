import type { Handler } from 'hono';
import { publicOrigin, type ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { setFlowCookie } from '../http/flow-cookie.ts';
import { readFlowWish } from '../http/flow-wish.ts';
import { leave } from '../http/leave.ts';
import { beginExternalFlow } from '../services/external-flow.ts';

/** GET /authorize: opened in a browser, to sign in with an account of another service. */
export function authorizeRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const { wish, request } = readFlowWish(c, deps);
    const { url, state, browserSecret } = await beginExternalFlow(
      deps,
      { ...wish, linkingUserId: null },
      request,
    );
    if (browserSecret !== null) {
      const origin = publicOrigin(c, deps.config);
      setFlowCookie(c, { state, secret: browserSecret, origin, formPost: wish.provider.formPost });
    }
    return leave(c, url, 302);
  };
}
