import { describe, expect, it } from 'vitest';
import { type AddressHolder, hasOtherOwner, hasVerifiedAddress } from './verified-address.ts';

const EMAIL = 'ada@fair.example';
const identity = (provider: string, verified: boolean, email: string | null = EMAIL) => ({
  provider,
  email,
  identity_data: { email_verified: verified },
});
const holder = (changes: Partial<AddressHolder> = {}): AddressHolder => ({
  email: 'Ada@fair.example',
  email_confirmed_at: new Date(),
  phone_confirmed_at: null,
  identities: [identity('email', true)],
  ...changes,
});

describe('an address is proved', () => {
  it('by a mail or by a provider', () => {
    expect(hasVerifiedAddress(holder())).toBe(true);
    expect(
      hasVerifiedAddress(holder({ identities: [identity('email', false), identity('google', true)] })),
    ).toBe(true);
  });

  it.each<[string, Partial<AddressHolder>]>([
    ['by a sign-up alone', { identities: [identity('email', false)] }],
    ['by a proof of another address', { identities: [identity('google', true, 'other@fair.example')] }],
    ['before it is confirmed', { email_confirmed_at: null }],
    ['when it is missing', { email: null }],
    ['by no identity at all', { identities: [] }],
  ])('not %s', (_case, changes) => {
    expect(hasVerifiedAddress(holder(changes))).toBe(false);
  });
});

describe('an account has another owner than its address’s', () => {
  it.each<[string, Partial<AddressHolder>, boolean]>([
    ['with a confirmed phone', { phone_confirmed_at: new Date(), identities: [] }, true],
    ['with an account of another service', { identities: [identity('github', false)] }, true],
    ['not with the address alone', {}, false],
    [
      'not when no user ever signed in',
      { email_confirmed_at: null, identities: [identity('github', false)] },
      false,
    ],
  ])('%s', (_case, changes, expected) => {
    expect(hasOtherOwner(holder(changes))).toBe(expected);
  });
});
