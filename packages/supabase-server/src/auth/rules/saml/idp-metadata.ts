import { X509Certificate } from 'node:crypto';
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
