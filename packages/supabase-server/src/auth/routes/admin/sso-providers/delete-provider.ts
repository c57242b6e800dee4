import type { Handler } from 'hono';
import type { ServerEnv } from '../../../../http/request-info.ts';
import type { AuthDeps } from '../../../deps.ts';
import { ssoProviderBody } from '../../../http/sso-provider-fields.ts';
import { removeSsoProvider } from '../../../services/admin/sso-providers.ts';

/** DELETE /admin/sso/providers/{id} */
export function deleteSsoProviderRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const provider = await removeSsoProvider(deps, c.req.param('id') ?? '');
    return c.json(ssoProviderBody(provider, { withMetadata: true }));
  };
}
