import type { Handler } from 'hono';
import type { ServerEnv } from '../../../../http/request-info.ts';
import { listSsoProviders } from '../../../data/sso-providers.ts';
import type { AuthDeps } from '../../../deps.ts';
import { ssoProviderBody } from '../../../http/sso-provider-fields.ts';

/** GET /admin/sso/providers */
export function listSsoProvidersRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const providers = await listSsoProviders(deps.db);
    return c.json({ items: providers.map((provider) => ssoProviderBody(provider, { withMetadata: false })) });
  };
}
