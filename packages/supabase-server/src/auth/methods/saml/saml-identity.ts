import { normalizeEmail } from '../../rules/email-address.ts';
import type { Metadata } from '../../rules/user-metadata.ts';
import type { AssertedSubject } from './assertion.ts';
import { type AttributeMapping, mapAttributes, usualEmail } from './attribute-mapping.ts';

/** The person whose sign-in an assertion confirms. */
export interface SamlIdentity {
  /** The provider's lasting name for the person. */
  subject: string;
  email: string;
  metadata: Metadata;
}

export type SamlIdentityProblem = 'no lasting name' | 'no address';

const SUBJECT_ID = 'urn:oasis:names:tc:SAML:attribute:subject-id';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const MAX_SUBJECT_LENGTH = 1024;

/** Reads name, address and further claims off an assertion, as GoTrue does. */
export function samlIdentity(
  asserted: AssertedSubject,
  mapping: AttributeMapping,
  issuer: string,
): SamlIdentity | SamlIdentityProblem {
  const subject = lastingName(asserted);
  if (subject === null || subject.length > MAX_SUBJECT_LENGTH) return 'no lasting name';
  const claims = mapAttributes(mapping, asserted.attributes);
  const email = emailOf(claims.get('email'), asserted);
  if (email === null) return 'no address';
  claims.delete('email');
  const metadata: Metadata = { iss: issuer };
  if (claims.size > 0) metadata.custom_claims = Object.fromEntries(claims);
  return { subject, email, metadata };
}

/**
 * A transient name is another one at each sign-in. Addresses are compared in lower case, as
 * providers spell them as they like.
 */
function lastingName({ attributes, nameId, nameIdFormat }: AssertedSubject): string | null {
  const [subjectId] = attributes.get(SUBJECT_ID) ?? [];
  if (subjectId) return subjectId;
  if (nameIdFormat === TRANSIENT) return null;
  return nameIdFormat === EMAIL ? nameId.toLowerCase() : nameId;
}

function emailOf(mapped: unknown, { attributes, nameId, nameIdFormat }: AssertedSubject): string | null {
  const value =
    typeof mapped === 'string' && mapped !== ''
      ? mapped
      : (usualEmail(attributes) ?? (nameIdFormat === EMAIL ? nameId : null));
  return value === null ? null : normalizeEmail(value);
}
