import { X509Certificate } from 'node:crypto';
import type { AuthDeps } from '../../deps.ts';
import { AuthError, validationFailed } from '../../errors.ts';
import { claimMetadataRefresh, type SsoProviderRow, updateSsoProvider } from './data.ts';
import { attribute, children, onlyChild, parseXml, textOf } from './xml.ts';

/** An identity provider's metadata (SAML 2.0 Metadata). */
export interface IdpMetadata {
  entityId: string;
  /** The address to which browsers are sent with a request. */
  signInUrl: string;
  /** PEM; any of them may have signed an assertion. */
  certificates: string[];
}

/** Metadata that cannot be used; the message is for the administrator who provided it. */
export class IdpMetadataError extends Error {
  override readonly name = 'IdpMetadataError';
}

export const MAX_METADATA_LENGTH = 1_048_576;
const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const MAX_ENTITY_ID_LENGTH = 1024;

/** @throws {IdpMetadataError} */
export async function parseIdpMetadata(xml: string): Promise<IdpMetadata> {
  if (xml.length > MAX_METADATA_LENGTH) throw new IdpMetadataError('is too long');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new IdpMetadataError('must not have a document type');
  const { name, root } = await parseXml(xml).catch(() => {
    throw new IdpMetadataError('is not well-formed XML');
  });
  if (name !== 'EntityDescriptor') throw new IdpMetadataError('must be one EntityDescriptor');
  const entityId = attribute(root, 'entityID');
  if (!entityId || entityId.length > MAX_ENTITY_ID_LENGTH) throw new IdpMetadataError('has no entityID');
  const descriptor = onlyChild(root, 'IDPSSODescriptor');
  if (!descriptor) throw new IdpMetadataError('has no IDPSSODescriptor, or several');
  const service = children(descriptor, 'SingleSignOnService').find(
    (one) => attribute(one, 'Binding') === REDIRECT_BINDING,
  );
  const signInUrl = attribute(service, 'Location') ?? '';
  if (!isWebUrl(signInUrl)) {
    throw new IdpMetadataError('has no SingleSignOnService with the HTTP-Redirect binding');
  }
  const certificates = children(descriptor, 'KeyDescriptor')
    .filter((key) => (attribute(key, 'use') ?? 'signing') === 'signing')
    .flatMap((key) => children(key, 'KeyInfo'))
    .flatMap((info) => children(info, 'X509Data'))
    .flatMap((data) => children(data, 'X509Certificate'))
    .map((certificate) => toPem(textOf(certificate) ?? ''));
  if (certificates.length === 0) throw new IdpMetadataError('has no certificate for signatures');
  return { entityId, signInUrl, certificates };
}

/**
 * Expired certificates are fine: in SAML they only carry a key, and metadata is what says whether
 * it counts.
 */
function toPem(base64: string): string {
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'));
    if (certificate.publicKey.asymmetricKeyType === 'rsa') return certificate.toString();
  } catch {
    // The same as a certificate of another kind.
  }
  throw new IdpMetadataError('has a certificate for signatures that is no X.509 certificate of an RSA key');
}

function isWebUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** Metadata as published, and its parsed contents. */
export interface SourcedMetadata extends IdpMetadata {
  xml: string;
}

const TIME_LIMIT_MS = 10_000;
/** The greatest age of metadata with which a sign-in may begin. */
const REFRESH_AFTER_SECONDS = 86_400;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** @throws {AuthError} 400 validation_failed */
export async function readMetadata(xml: string): Promise<SourcedMetadata> {
  try {
    return { xml, ...(await parseIdpMetadata(xml)) };
  } catch (error) {
    if (!(error instanceof IdpMetadataError)) throw error;
    throw validationFailed(`SAML Metadata ${error.message}`);
  }
}

/**
 * Reads metadata where an identity provider publishes it. Redirects are not followed: the address
 * is the administrator's word.
 * @throws {AuthError} 400 saml_metadata_fetch_failed, validation_failed
 */
export async function fetchMetadata(address: string): Promise<SourcedMetadata> {
  if (!isTrustedAddress(address)) throw validationFailed('metadata_url is not a HTTPS URL');
  return readMetadata(
    await download(address).catch((error: Error) => {
      const message = `the SAML Metadata cannot be read from its URL: ${error.message}`;
      throw new AuthError(400, 'saml_metadata_fetch_failed', message);
    }),
  );
}

/**
 * Reads a provider's metadata again after the answer, when it is old: providers change their keys.
 */
export function refreshMetadataLater(deps: AuthDeps, provider: SsoProviderRow): void {
  const { metadata_url: url, metadata_read_at: readAt } = provider;
  if (url === null || Date.now() - readAt.getTime() < REFRESH_AFTER_SECONDS * 1000) return;
  deps.background.run('SAML metadata', async () => {
    if (!(await claimMetadataRefresh(deps.db, provider.id, REFRESH_AFTER_SECONDS))) return;
    const { xml, entityId } = await fetchMetadata(url);
    if (entityId !== provider.entity_id) throw new Error('the metadata is now of another entity');
    await updateSsoProvider(deps.db, provider.id, {
      disabled: null,
      metadata: { xml, url },
      attributeMapping: null,
      nameIdFormat: null,
    });
  });
}

async function download(address: string): Promise<string> {
  const response = await fetch(address, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
    headers: { accept: 'application/samlmetadata+xml, application/xml;q=0.9, text/xml;q=0.8' },
  });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_METADATA_LENGTH) throw new Error('it is too long');
  }
  return text + decoder.decode();
}

/** An attacker who can change metadata in transit can sign in as any user. */
function isTrustedAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}
