import { describe, expect, it } from 'vitest';
import type { ProviderProtocol } from '../../../../config/identity-providers.ts';
import { identityFromClaims } from './claims.ts';
import { appleName } from './openid-connect.ts';

const EMAIL = 'Ada@Fair.Example';

function identityOf(
  claims: Record<string, unknown>,
  protocol: ProviderProtocol = 'oidc',
  trustsEmail = false,
) {
  return identityFromClaims({ name: 'acme', protocol, trustsEmail }, { sub: '1', ...claims });
}

describe('an identity', () => {
  it('has its address in the one form in which addresses are compared', () => {
    expect(identityOf({ email: EMAIL, email_verified: true })).toMatchObject({
      provider: 'acme',
      subject: '1',
      email: 'ada@fair.example',
      emailVerified: true,
    });
  });

  it.each([
    ['is missing', {}],
    ['is false', { email_verified: false }],
    ['is a text that says no', { email_verified: 'false' }],
    ['is 1, which only Microsoft sends', { email_verified: 1 }],
  ])('is not verified when email_verified %s', (_case, claims) => {
    expect(identityOf({ email: EMAIL, ...claims }).emailVerified).toBe(false);
  });

  it('is never verified without a usable address', () => {
    for (const email of [undefined, '', 'nonsense', 7]) {
      expect(identityOf({ email, email_verified: true }, 'oidc', true)).toMatchObject({
        email: null,
        emailVerified: false,
      });
    }
  });

  it('is verified by the operator’s word for the provider', () => {
    expect(identityOf({ email: EMAIL }, 'oidc', true).emailVerified).toBe(true);
  });

  it('is verified at Microsoft by the directory’s ownership of the domain alone', () => {
    expect(identityOf({ email: EMAIL, email_verified: true }, 'microsoft').emailVerified).toBe(false);
    for (const xms_edov of [true, 'true', 1, '1']) {
      expect(identityOf({ email: EMAIL, xms_edov }, 'microsoft').emailVerified).toBe(true);
    }
    expect(identityOf({ email: EMAIL, xms_edov: false }, 'microsoft').emailVerified).toBe(false);
  });

  it('keeps of the claims what greets a person, and nothing that is no text', () => {
    const { metadata } = identityOf({
      given_name: 'Ada',
      family_name: 'Fair',
      picture: { url: 'x' },
      role: 'admin',
    });
    expect(metadata).toEqual({ name: 'Ada Fair', full_name: 'Ada Fair' });
  });
});

describe('the name that Apple sends through the browser', () => {
  it('is put together', () => {
    expect(appleName('{"name":{"firstName":"Ann","lastName":"Fair"},"email":"not@believed.example"}')).toBe(
      'Ann Fair',
    );
  });

  it.each([null, '', 'nonsense', '7', 'null', '{}', '{"name":{"firstName":7}}'])(
    'is null when it is %s',
    (user) => {
      expect(appleName(user)).toBeNull();
    },
  );
});
