import type { Handler } from 'hono';
import type { ServerEnv } from '../../../../http/request-info.ts';
import type { AuthDeps } from '../../../deps.ts';
import { ssoProviderBody } from '../../../http/sso-provider-fields.ts';
import { requireSsoProvider } from '../../../services/admin/sso-providers.ts';

/** GET /admin/sso/providers/{id} */
export function getSsoProviderRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const provider = await requireSsoProvider(deps, c.req.param('id') ?? '');
    return c.json(ssoProviderBody(provider, { withMetadata: true }));
  };
}
