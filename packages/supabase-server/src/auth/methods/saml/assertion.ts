import type { SamlAttributes } from './attribute-mapping.ts';
import { SamlRefusal } from './response-guard.ts';
import { attribute, children, onlyChild, textOf, type XmlElement } from './xml.ts';

/** The values that an assertion must match. */
export interface ExpectedAssertion {
  /** The identity provider's entity id. */
  issuer: string;
  /** Our own entity id. */
  audience: string;
  /** The address to which the browser brought it. */
  recipient: string;
  /** The request that it answers; null for a sign-in that the provider began. */
  inResponseTo: string | null;
  clockSkewSeconds: number;
  /** Unix milliseconds. */
  now: number;
}

/** The subject of an assertion. */
export interface AssertedSubject {
  assertionId: string;
  /** Unix milliseconds after which it is no longer accepted anyway. */
  acceptedUntil: number;
  /**
   * Unix milliseconds at which the provider's session ends, and ours with it; null when it does not
   * say.
   */
  sessionUntil: number | null;
  nameId: string;
  nameIdFormat: string | null;
  attributes: SamlAttributes;
}

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/**
 * The checks of the Web Browser SSO Profile (SAML 2.0 Profiles 4.1.4.2, 4.1.4.3) on an assertion
 * whose signature was verified. Passes only if every part that ties the assertion to this request,
 * this server and this moment is present.
 * @param assertion what was signed, parsed from the verified bytes alone
 * @throws {SamlRefusal}
 */
export function readAssertion(assertion: XmlElement, expected: ExpectedAssertion): AssertedSubject {
  const assertionId = attribute(assertion, 'ID');
  if (!assertionId) throw new SamlRefusal('the assertion has no ID');
  if (attribute(assertion, 'Version') !== '2.0') throw new SamlRefusal('the assertion is not of version 2.0');
  if (textOf(onlyChild(assertion, 'Issuer')) !== expected.issuer) {
    throw new SamlRefusal('the assertion has another issuer');
  }
  const statements = children(assertion, 'AuthnStatement');
  if (statements.length === 0) throw new SamlRefusal('the assertion does not say that anybody signed in');
  const ends = statements
    .map((statement) => readTime(attribute(statement, 'SessionNotOnOrAfter')))
    .filter((end) => end !== null);
  const sessionUntil = ends.length === 0 ? null : Math.min(...ends);
  if (sessionUntil !== null && sessionUntil <= expected.now) {
    throw new SamlRefusal('the session at the identity provider is over');
  }
  checkConditions(onlyChild(assertion, 'Conditions'), expected);
  const subject = onlyChild(assertion, 'Subject');
  const confirmed = children(subject, 'SubjectConfirmation')
    .map((confirmation) => confirmedUntil(confirmation, expected))
    .filter((until) => until !== null);
  if (confirmed.length === 0) {
    throw new SamlRefusal('the assertion has no bearer confirmation for this request, address and time');
  }
  const name = onlyChild(subject, 'NameID');
  const nameId = textOf(name);
  if (nameId === null) throw new SamlRefusal('the assertion has no subject');
  return {
    assertionId,
    acceptedUntil: Math.max(...confirmed) + expected.clockSkewSeconds * 1000,
    sessionUntil,
    nameId,
    nameIdFormat: attribute(name, 'Format'),
    attributes: readAttributes(assertion),
  };
}

function checkConditions(conditions: XmlElement | undefined, expected: ExpectedAssertion): void {
  if (!conditions) throw new SamlRefusal('the assertion has no conditions');
  const period = readPeriod(conditions);
  if (!holds(period, expected)) throw new SamlRefusal('the assertion is not valid at this time');
  const restrictions = children(conditions, 'AudienceRestriction');
  const meant = (restriction: XmlElement) =>
    children(restriction, 'Audience').some((audience) => textOf(audience) === expected.audience);
  // Several restrictions must hold together.
  if (restrictions.length === 0 || !restrictions.every(meant)) {
    throw new SamlRefusal('the assertion is meant for another audience');
  }
}

/** @returns until when the confirmation holds, in Unix milliseconds, or null when it does not. */
function confirmedUntil(confirmation: XmlElement, expected: ExpectedAssertion): number | null {
  if (attribute(confirmation, 'Method') !== BEARER) return null;
  const data = onlyChild(confirmation, 'SubjectConfirmationData');
  if (!data || attribute(data, 'Recipient') !== expected.recipient) return null;
  if (attribute(data, 'InResponseTo') !== expected.inResponseTo) return null;
  const period = readPeriod(data);
  // A bearer confirmation without an end must not be taken.
  if (period.notOnOrAfter === null || !holds(period, expected)) return null;
  return period.notOnOrAfter;
}

interface Period {
  notBefore: number | null;
  notOnOrAfter: number | null;
}

function readPeriod(element: XmlElement): Period {
  return {
    notBefore: readTime(attribute(element, 'NotBefore')),
    notOnOrAfter: readTime(attribute(element, 'NotOnOrAfter')),
  };
}

function readTime(value: string | null): number | null {
  if (value === null) return null;
  const time = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(value)
    ? Date.parse(value)
    : Number.NaN;
  if (Number.isNaN(time)) throw new SamlRefusal('the assertion has a time that cannot be read');
  return time;
}

function holds({ notBefore, notOnOrAfter }: Period, { now, clockSkewSeconds }: ExpectedAssertion): boolean {
  const skew = clockSkewSeconds * 1000;
  return (
    (notBefore === null || now + skew >= notBefore) && (notOnOrAfter === null || now - skew < notOnOrAfter)
  );
}

function readAttributes(assertion: XmlElement): SamlAttributes {
  const attributes = new Map<string, string[]>();
  const entries = children(assertion, 'AttributeStatement').flatMap((statement) =>
    children(statement, 'Attribute'),
  );
  for (const entry of entries) {
    const values = children(entry, 'AttributeValue')
      .map(textOf)
      .filter((value) => value !== null);
    const names = new Set([attribute(entry, 'Name'), attribute(entry, 'FriendlyName')]);
    for (const name of names) {
      if (name) attributes.set(name, [...(attributes.get(name) ?? []), ...values]);
    }
  }
  return attributes;
}
