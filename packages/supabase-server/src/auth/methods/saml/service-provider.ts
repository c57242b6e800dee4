import { randomUUID } from 'node:crypto';
import type { CacheProvider, SAML } from '@node-saml/node-saml';
import type { SamlConfig } from '../../../config/saml.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError } from '../../errors.ts';
import { type AssertedSubject, readAssertion } from './assertion.ts';
import type { SsoProviderRow } from './data.ts';
import { parseIdpMetadata } from './idp-metadata.ts';
import { decodeResponse, SamlRefusal } from './response-guard.ts';
import { createSamlKey, type SamlKey } from './saml-key.ts';
import { attribute, isElement, parseXml } from './xml.ts';

/** The identifiers of our side of SAML, as other parties know it. */
interface Addresses {
  entityId: string;
  /** The address to which browsers bring assertions (Assertion Consumer Service). */
  acsUrl: string;
}

type SamlLibrary = typeof import('@node-saml/node-saml');

/** Dependencies of the single sign-on. */
export interface SamlDeps extends AuthDeps {
  /** The key that signs requests to identity providers; made or read when it is first needed. */
  samlKey: () => Promise<SamlKey>;
  /** Null where SAML is off. */
  library: SamlLibrary | null;
}

/** Loads the library where SAML is on. */
export async function openSamlDeps(deps: AuthDeps): Promise<SamlDeps> {
  const { saml } = deps.config.auth;
  return {
    ...deps,
    samlKey: createSamlKey(deps.db, deps.masterKey, saml?.privateKey ?? null),
    library: saml === null ? null : await import('@node-saml/node-saml'),
  };
}

/** @throws {AuthError} 404 saml_provider_disabled */
export function requireSaml({
  config,
  library,
}: SamlDeps): SamlConfig & Addresses & { library: SamlLibrary } {
  const { saml } = config.auth;
  if (saml === null || library === null || config.publicUrl === null) {
    throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
  }
  const base = `${config.publicUrl}/auth/v1/sso/saml`;
  return { ...saml, library, entityId: `${base}/metadata`, acsUrl: `${base}/acs` };
}

/**
 * Our own metadata, for the administrators of identity providers.
 * @throws {AuthError} 404 saml_provider_disabled
 */
export async function serviceMetadata(deps: SamlDeps): Promise<string> {
  const { library, entityId, acsUrl } = requireSaml(deps);
  const { privateKey, certificate } = await deps.samlKey();
  return library.generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    privateKey,
    publicCerts: certificate,
    identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    wantAssertionsSigned: true,
  });
}

/** A new request's id: an XML name, which must not begin with a digit. */
export function makeRequestId(): string {
  return `_${randomUUID()}`;
}

/**
 * The address to which a browser is sent to sign in: the provider's address with a signed request
 * (HTTP-Redirect binding).
 */
export async function requestUrl(
  deps: SamlDeps,
  provider: SsoProviderRow,
  request: { id: string; relayState: string },
): Promise<string> {
  const saml = await createSaml(deps, provider, request.id);
  return saml.getAuthorizeUrlAsync(request.relayState, undefined, {});
}

/**
 * Checks an identity provider's response: its form, its signature, and its ties to this server and
 * the request.
 * @param requestId what it must answer; null when the provider began
 * @throws {AuthError} 400 validation_failed for whatever is wrong with it; the log has the reason
 */
export async function verifyResponse(
  deps: SamlDeps,
  provider: SsoProviderRow,
  response: string,
  requestId: string | null,
): Promise<AssertedSubject> {
  const { entityId, acsUrl, clockSkewSeconds } = requireSaml(deps);
  try {
    await checkEnvelope(decodeResponse(response), acsUrl, requestId);
    const saml = await createSaml(deps, provider, requestId);
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
    const verified: unknown = profile?.getAssertion?.();
    const assertion = isElement(verified) ? verified.Assertion : undefined;
    if (!isElement(assertion)) throw new SamlRefusal('the response has no assertion');
    return readAssertion(assertion, {
      issuer: provider.entity_id,
      audience: entityId,
      recipient: acsUrl,
      inResponseTo: requestId,
      clockSkewSeconds,
      now: Date.now(),
    });
  } catch (error) {
    throw refusal(deps, provider, error as Error);
  }
}

/** The envelope may be unsigned; a good one is no proof, but a wrong one is a reason to stop. */
async function checkEnvelope(xml: string, acsUrl: string, requestId: string | null): Promise<void> {
  const { name, root } = await parseXml(xml);
  if (name !== 'Response') throw new SamlRefusal('the message is no response');
  const destination = attribute(root, 'Destination');
  if (destination !== null && destination !== acsUrl)
    throw new SamlRefusal('the response was sent to another address');
  if (attribute(root, 'InResponseTo') !== requestId)
    throw new SamlRefusal('the response answers another request');
}

async function createSaml(deps: SamlDeps, provider: SsoProviderRow, requestId: string | null): Promise<SAML> {
  const { library, entityId, acsUrl, clockSkewSeconds, requestSeconds } = requireSaml(deps);
  const { SAML, ValidateInResponseTo } = library;
  const { signInUrl, certificates } = await parseIdpMetadata(provider.metadata_xml);
  const { privateKey } = await deps.samlKey();
  return new SAML({
    issuer: entityId,
    callbackUrl: acsUrl,
    audience: entityId,
    entryPoint: signInUrl,
    idpCert: certificates,
    idpIssuer: provider.entity_id,
    privateKey,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: provider.name_id_format,
    // The identity provider decides how a user signs in.
    disableRequestedAuthnContext: true,
    // One of the two must be signed; the library reads only the signed part.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    acceptedClockSkewMs: clockSkewSeconds * 1000,
    maxAssertionAgeMs: requestSeconds * 1000,
    validateInResponseTo: requestId === null ? ValidateInResponseTo.never : ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: requestSeconds * 1000,
    cacheProvider: onlyRequest(requestId),
    generateUniqueId: () => requestId ?? makeRequestId(),
  });
}

/**
 * The library asks which requests are open: there is the one of this relay state alone, and its age
 * was checked.
 */
function onlyRequest(requestId: string | null): CacheProvider {
  return {
    saveAsync: async () => null,
    getAsync: async (id) => (requestId !== null && id === requestId ? new Date().toISOString() : null),
    removeAsync: async () => null,
  };
}

function refusal(deps: SamlDeps, provider: SsoProviderRow, error: Error): AuthError {
  if (error instanceof AuthError) return error;
  // The first part is the library's own sentence; the rest may quote the response.
  const reason = error instanceof SamlRefusal ? error.message : error.message.split(/[.:]/)[0]?.slice(0, 100);
  deps.log.warn({ ssoProvider: provider.id, reason }, 'a SAML response was refused');
  if (deps.library !== null && error instanceof deps.library.SamlStatusError) {
    return new AuthError(403, 'access_denied', 'The identity provider did not sign you in');
  }
  return new AuthError(400, 'validation_failed', 'SAML Assertion is not valid');
}
