import { generateKeyPairSync } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { selfSignedCertificate } from '../../../src/auth/methods/saml/self-signed-certificate.ts';

/** A key made for one run of the tests; both PEM. */
export interface SigningKey {
  privateKey: string;
  certificate: string;
}

const signingKeys = new Map<string, SigningKey>();

/**
 * A person's key, shared by all files of a worker: creating one blocks the process for a third of a
 * second.
 * @param owner different names get different keys
 */
export function signingKeyOf(owner: string): SigningKey {
  const key = signingKeys.get(owner) ?? makeSigningKey();
  signingKeys.set(owner, key);
  return key;
}

function makeSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { privateKey, certificate: selfSignedCertificate(privateKey, 'idp.example') };
}

/** All that a response says. Times are in seconds from now. */
export interface ResponseFields {
  responseId: string;
  assertionId: string;
  issuer: string;
  destination: string | null;
  recipient: string;
  audience: string;
  /** On the envelope. */
  inResponseTo: string | null;
  /** In the signed part. */
  subjectInResponseTo: string | null;
  nameId: string;
  nameIdFormat: string;
  attributes: Record<string, string[]>;
  notBefore: number;
  notOnOrAfter: number;
  confirmedUntil: number | null;
  issuedAt: number;
  method: string;
  authenticated: boolean;
  /** When the provider's own session ends. */
  sessionUntil: number | null;
}

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
let made = 0;

/** The fields of a response that is right for this server and request. */
export function goodFields(
  about: Pick<ResponseFields, 'issuer' | 'recipient' | 'audience'> & { requestId: string | null },
): ResponseFields {
  made += 1;
  const { requestId, ...rest } = about;
  return {
    ...rest,
    responseId: `_response${made}`,
    assertionId: `_assertion${made}`,
    destination: about.recipient,
    inResponseTo: requestId,
    subjectInResponseTo: requestId,
    nameId: `person-${made}`,
    nameIdFormat: PERSISTENT,
    attributes: { mail: [`person-${made}@corp.example`] },
    notBefore: -5,
    notOnOrAfter: 300,
    confirmedUntil: 300,
    issuedAt: 0,
    method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    authenticated: true,
    sessionUntil: null,
  };
}

/** The XML of a response, not signed. */
export function responseXml(fields: ResponseFields): string {
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
    ` ID="${fields.responseId}" Version="2.0" IssueInstant="${instant(fields.issuedAt)}"` +
    `${optional('Destination', fields.destination)}${optional('InResponseTo', fields.inResponseTo)}>` +
    `<saml:Issuer>${fields.issuer}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>` +
    `${assertionXml(fields)}</samlp:Response>`
  );
}

function assertionXml(fields: ResponseFields): string {
  const attributes = Object.entries(fields.attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values
        .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  );
  const until = fields.confirmedUntil === null ? null : instant(fields.confirmedUntil);
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${fields.assertionId}" Version="2.0"` +
    ` IssueInstant="${instant(fields.issuedAt)}"><saml:Issuer>${fields.issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${fields.nameIdFormat}">${fields.nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="${fields.method}"><saml:SubjectConfirmationData` +
    `${optional('NotOnOrAfter', until)} Recipient="${fields.recipient}"` +
    `${optional('InResponseTo', fields.subjectInResponseTo)}/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${instant(fields.notBefore)}" NotOnOrAfter="${instant(fields.notOnOrAfter)}">` +
    `<saml:AudienceRestriction><saml:Audience>${fields.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    (fields.authenticated
      ? `<saml:AuthnStatement AuthnInstant="${instant(fields.issuedAt)}" SessionIndex="_s"${optional(
          'SessionNotOnOrAfter',
          fields.sessionUntil === null ? null : instant(fields.sessionUntil),
        )}><saml:AuthnContext>` +
        `<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>` +
        `</saml:AuthnContext></saml:AuthnStatement>`
      : '') +
    `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`
  );
}

export type SignedPart = 'Assertion' | 'Response';

const ALGORITHMS = {
  sha256: {
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  },
  sha1: {
    signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
  },
};

/**
 * Signs the assertion or the whole response, with the certificate in the signature as identity
 * providers do.
 */
export function signPart(
  xml: string,
  part: SignedPart,
  key: SigningKey,
  algorithm: keyof typeof ALGORITHMS = 'sha256',
): string {
  const xpath = `//*[local-name(.)='${part}']`;
  const signer = new SignedXml({
    privateKey: key.privateKey,
    publicCert: key.certificate,
    signatureAlgorithm: ALGORITHMS[algorithm].signature,
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signer.addReference({
    xpath,
    digestAlgorithm: ALGORITHMS[algorithm].digest,
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}

function instant(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}

function optional(name: string, value: string | null): string {
  return value === null ? '' : ` ${name}="${value}"`;
}
