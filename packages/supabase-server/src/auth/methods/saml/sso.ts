import { createHash } from 'node:crypto';
import { isUuid } from '../../../util/uuid.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError } from '../../errors.ts';
import type { CodeChallenge } from '../../rules/pkce.ts';
import type { Caller, LinkRequest } from '../../types.ts';
import { type ExternalOutcome, signInExternally } from '../external/sign-in.ts';
import {
  findSsoProvider,
  findSsoProviderByDomain,
  findSsoProviderByEntityId,
  insertSsoRequest,
  type SsoProviderRow,
  takeSsoRequest,
  useAssertion,
} from './data.ts';
import { refreshMetadataLater } from './idp-metadata.ts';
import { decodeResponse } from './response-guard.ts';
import { samlIdentity } from './saml-identity.ts';
import { makeRequestId, requestUrl, requireSaml, type SamlDeps, verifyResponse } from './service-provider.ts';
import { onlyChild, parseXml, textOf } from './xml.ts';

/** The selected identity provider: by its id here, or by a domain of its people's addresses. */
export type SsoSelector = { providerId: string } | { domain: string };

/**
 * Begins a single sign-on (supabase-protocol 2.9, POST /sso).
 * @returns where the browser must go
 * @throws {AuthError} 404 saml_provider_disabled, sso_provider_not_found, 429
 */
export async function beginSso(deps: SamlDeps, selector: SsoSelector, request: LinkRequest): Promise<string> {
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

/** The request that a response belongs to. */
export interface SsoFlow {
  provider: SsoProviderRow;
  /** Null when the provider began. */
  requestId: string | null;
  /** An allowed URL. */
  redirectTo: string;
  challenge: CodeChallenge | null;
}

/**
 * Finds the flow that an identity provider's response belongs to. This uses up the request.
 * @param relayState as the browser brought it
 * @param chooseTarget where a sign-in that the provider began may lead
 * @throws {AuthError} 404 saml_provider_disabled, saml_relay_state_not_found, saml_idp_not_found,
 * sso_provider_not_found, 422 saml_relay_state_expired
 */
export async function findSsoFlow(
  deps: SamlDeps,
  response: string,
  relayState: string,
  chooseTarget: (requested: string) => string,
): Promise<SsoFlow> {
  const { idpInitiated, requestSeconds } = requireSaml(deps);
  if (!isUuid(relayState)) {
    if (!idpInitiated) throw relayStateNotFound();
    const provider = await providerOf(deps, response);
    return { provider, requestId: null, redirectTo: chooseTarget(relayState), challenge: null };
  }
  const request = await takeSsoRequest(deps.db, relayState);
  if (!request) throw relayStateNotFound();
  if (request.age_seconds > requestSeconds) {
    throw new AuthError(
      422,
      'saml_relay_state_expired',
      'SAML Relay State has expired. Try logging in again?',
    );
  }
  const provider = await findSsoProvider(deps.db, request.sso_provider_id);
  if (!provider || provider.disabled) throw providerNotFound();
  const { code_challenge: challenge, code_challenge_method: method } = request;
  return {
    provider,
    requestId: request.request_id,
    redirectTo: request.redirect_to,
    challenge: challenge === null || method === null ? null : { challenge, method },
  };
}

/**
 * Signs in the subject of a response, once. Accounts of single sign-on belong to their provider: no
 * address joins them with others.
 * @throws {AuthError} 400 validation_failed for an untrusted response, 422
 * saml_assertion_no_user_id, saml_assertion_no_email, signup_disabled, 403 user_banned,
 * access_denied
 */
export async function finishSso(
  deps: SamlDeps,
  { provider, requestId, redirectTo, challenge }: SsoFlow,
  response: string,
  caller: Caller,
): Promise<ExternalOutcome> {
  const asserted = await verifyResponse(deps, provider, response, requestId);
  const fresh = await useAssertion(deps.db, {
    providerId: provider.id,
    hash: createHash('sha256').update(asserted.assertionId).digest(),
    expiresAt: new Date(asserted.acceptedUntil),
  });
  if (!fresh) {
    deps.log.warn({ ssoProvider: provider.id, reason: 'it was used before' }, 'a SAML response was refused');
    throw new AuthError(400, 'validation_failed', 'SAML Assertion is not valid');
  }
  const identity = samlIdentity(asserted, provider.attribute_mapping, provider.entity_id);
  if (identity === 'no lasting name') {
    const message =
      'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID';
    throw new AuthError(422, 'saml_assertion_no_user_id', message);
  }
  if (identity === 'no address') {
    throw new AuthError(422, 'saml_assertion_no_email', 'SAML Assertion does not contain an email address');
  }
  const signIn = {
    identity: {
      ...identity,
      provider: `sso:${provider.id}`,
      emailVerified: true,
      ssoProviderId: provider.id,
    },
    linkingUserId: null,
    providerTokens: null,
    sessionNotAfter: asserted.sessionUntil === null ? null : new Date(asserted.sessionUntil),
  };
  return signInExternally(deps, signIn, { caller, redirectTo, challenge });
}

/**
 * Finds the provider that the response names: its signature is checked with that provider's keys
 * afterwards.
 */
async function providerOf(deps: AuthDeps, response: string): Promise<SsoProviderRow> {
  const issuer = await claimedIssuer(response).catch(() => null);
  const provider = issuer === null ? null : await findSsoProviderByEntityId(deps.db, issuer);
  if (!provider || provider.disabled) {
    throw new AuthError(
      404,
      'saml_idp_not_found',
      'A SAML connection has not been established with this Identity Provider',
    );
  }
  return provider;
}

async function claimedIssuer(response: string): Promise<string | null> {
  const { root } = await parseXml(decodeResponse(response));
  return textOf(onlyChild(root, 'Issuer')) ?? textOf(onlyChild(onlyChild(root, 'Assertion'), 'Issuer'));
}

function relayStateNotFound(): AuthError {
  return new AuthError(
    404,
    'saml_relay_state_not_found',
    'SAML Relay State does not exist, try logging in again?',
  );
}

function providerNotFound(): AuthError {
  return new AuthError(404, 'sso_provider_not_found', 'No such SSO provider');
}
