import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../../../http/request-info.ts';
import type { AuthDeps } from '../../../deps.ts';
import { readParams } from '../../../http/read-params.ts';
import { ssoProviderBody, ssoProviderFields, ssoProviderParams } from '../../../http/sso-provider-fields.ts';
import { changeSsoProvider } from '../../../services/admin/sso-providers.ts';

const bodySchema = z.object(ssoProviderFields);

/** PUT /admin/sso/providers/{id} */
export function updateSsoProviderRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    const provider = await changeSsoProvider(deps, c.req.param('id') ?? '', ssoProviderParams(params));
    return c.json(ssoProviderBody(provider, { withMetadata: true }));
  };
}
