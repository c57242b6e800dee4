import { describe, expect, it } from 'vitest';
import type { AssertedSubject } from './assertion.ts';
import { samlIdentity } from './saml-identity.ts';

const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

function asserted(
  change: Partial<AssertedSubject> & { given?: Record<string, string[]> } = {},
): AssertedSubject {
  const { given = { mail: ['Ada@corp.example'] }, ...rest } = change;
  return {
    assertionId: '_a',
    acceptedUntil: 0,
    sessionUntil: null,
    nameId: 'Ada',
    nameIdFormat: null,
    attributes: new Map(Object.entries(given)),
    ...rest,
  };
}

const read = (subject: AssertedSubject, mapping = {}) =>
  samlIdentity(subject, mapping, 'https://idp.example');

describe('samlIdentity', () => {
  it('takes the name as it is, and the address by its usual attributes', () => {
    expect(read(asserted())).toEqual({
      subject: 'Ada',
      email: 'ada@corp.example',
      metadata: { iss: 'https://idp.example' },
    });
    const oid = { 'urn:oid:0.9.2342.19200300.100.1.3': ['o@corp.example'], mail: ['m@corp.example'] };
    expect(read(asserted({ given: oid }))).toMatchObject({ email: 'o@corp.example' });
  });

  it('prefers the subject-id attribute, and takes no transient name', () => {
    const id = { 'urn:oasis:names:tc:SAML:attribute:subject-id': ['ada@scope'], mail: ['a@corp.example'] };
    expect(read(asserted({ given: id, nameIdFormat: TRANSIENT }))).toMatchObject({ subject: 'ada@scope' });
    expect(read(asserted({ nameIdFormat: TRANSIENT }))).toBe('no lasting name');
    expect(read(asserted({ nameId: 'x'.repeat(1025) }))).toBe('no lasting name');
  });

  it('spells a name that is an address in one way', () => {
    const subject = asserted({ nameId: 'Ada@Corp.example', nameIdFormat: EMAIL, given: {} });
    expect(read(subject)).toMatchObject({ subject: 'ada@corp.example', email: 'ada@corp.example' });
  });

  it('finds an address or says so', () => {
    expect(read(asserted({ given: {} }))).toBe('no address');
    expect(read(asserted({ given: { mail: ['ada@corp.example\r\nBcc: x@y.example'] } }))).toBe('no address');
  });

  it('maps attributes, with defaults and lists', () => {
    const given = { work: ['w@corp.example'], groups: ['a', 'b'] };
    const mapping = {
      keys: {
        email: { name: 'work' },
        groups: { names: ['none', 'groups'], array: true },
        first: { name: 'groups' },
        floor: { name: 'none', default: 2 },
        missing: { name: 'none' },
      },
    };
    expect(read(asserted({ given }), mapping)).toMatchObject({
      email: 'w@corp.example',
      metadata: { custom_claims: { groups: ['a', 'b'], first: 'a', floor: 2 } },
    });
  });
});
