import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../../../http/request-info.ts';
import type { AuthDeps } from '../../../deps.ts';
import { validationFailed } from '../../../errors.ts';
import { readParams } from '../../../http/read-params.ts';
import { ssoProviderBody, ssoProviderFields, ssoProviderParams } from '../../../http/sso-provider-fields.ts';
import { createSsoProvider } from '../../../services/admin/sso-providers.ts';

const bodySchema = z.object(ssoProviderFields);

/** POST /admin/sso/providers */
export function createSsoProviderRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    if (params.type === null) throw validationFailed("Only 'saml' supported for SSO provider type");
    const provider = await createSsoProvider(deps, ssoProviderParams(params));
    return c.json(ssoProviderBody(provider, { withMetadata: true }), 201);
  };
}
