import { findSsoProvider, findSsoProviderByDomain, type SsoProviderRow } from '../../data/sso-providers.ts';
import { insertSsoRequest } from '../../data/sso-requests.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError } from '../../errors.ts';
import type { LinkRequest } from '../auth-mail.ts';
import { refreshMetadataLater } from './idp-metadata-source.ts';
import { makeRequestId, requestUrl, requireSaml } from './service-provider.ts';

/** The selected identity provider: by its id here, or by a domain of its people's addresses. */
export type SsoSelector = { providerId: string } | { domain: string };

/**
 * Begins a single sign-on (supabase-protocol 2.9, POST /sso).
 * @returns where the browser must go
 * @throws {AuthError} 404 saml_provider_disabled, sso_provider_not_found, 429
 */
export async function beginSso(deps: AuthDeps, selector: SsoSelector, request: LinkRequest): Promise<string> {
  requireSaml(deps);
  await deps.limits.external(request.caller);
  const provider = await selectProvider(deps, selector);
  refreshMetadataLater(deps, provider);
  const requestId = makeRequestId();
  const relayState = await insertSsoRequest(deps.db, {
    providerId: provider.id,
    requestId,
    redirectTo: request.redirectTo,
    challenge: request.challenge,
  });
  return requestUrl(deps, provider, { id: requestId, relayState });
}

async function selectProvider({ db }: AuthDeps, selector: SsoSelector): Promise<SsoProviderRow> {
  const byDomain = 'domain' in selector;
  const provider = byDomain
    ? await findSsoProviderByDomain(db, selector.domain.trim().toLowerCase())
    : await findSsoProvider(db, selector.providerId);
  if (provider && !provider.disabled) return provider;
  throw new AuthError(
    404,
    'sso_provider_not_found',
    byDomain ? 'No SSO provider assigned for this domain' : 'No such SSO provider',
  );
}
