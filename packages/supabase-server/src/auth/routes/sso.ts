import type { Context, Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import { isUuid } from '../../util/uuid.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { callerOf } from '../http/caller.ts';
import { codeChallenge, optionalText, pkceFields } from '../http/fields.ts';
import { allowedTarget } from '../http/link-request.ts';
import { readParams } from '../http/read-params.ts';
import { redirect } from '../http/redirect.ts';
import { beginSso, type SsoSelector } from '../services/saml/begin-sso.ts';
import { requireSaml } from '../services/saml/service-provider.ts';

const bodySchema = z.object({
  domain: optionalText,
  provider_id: optionalText,
  redirect_to: optionalText,
  skip_http_redirect: z.boolean().nullish(),
  ...pkceFields,
});

/** POST /sso: where to go to sign in at a company's identity provider. */
export function ssoRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    requireSaml(deps);
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    const url = await beginSso(deps, readSelector(params), {
      caller: callerOf(c, deps),
      redirectTo: targetOf(c, deps, params.redirect_to),
      challenge: codeChallenge(params),
    });
    return params.skip_http_redirect ? c.json({ url }) : redirect(c, url);
  };
}

function readSelector(params: { domain: string | null; provider_id: string | null }): SsoSelector {
  const { domain, provider_id: providerId } = params;
  if (domain !== null && providerId !== null) {
    throw validationFailed('Only one of provider_id or domain supported');
  }
  if (domain !== null) return { domain };
  if (providerId === null) throw validationFailed('A provider_id or domain needs to be provided');
  if (!isUuid(providerId)) throw new AuthError(404, 'sso_provider_not_found', 'No such SSO provider');
  return { providerId };
}

function targetOf(c: Context<ServerEnv>, deps: AuthDeps, requested: string | null): string {
  return allowedTarget(c, deps, [
    requested ?? undefined,
    c.req.query('redirect_to'),
    c.req.header('referer'),
  ]);
}
