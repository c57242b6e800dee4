import type { UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import type { Metadata } from '../rules/user-metadata.ts';

/** The data that a sign-up claimed. */
export type ClaimedAccount = { metadata: Metadata } & ({ email: string } | { phone: string });

/**
 * The user in the response to a sign-up while its address waits for confirmation. It is built from
 * the request alone, so that responses do not reveal whether the address is new, waits already, or
 * belongs to a confirmed account. In the last case the user is a decoy: its ids belong to no
 * account.
 * @param waiting id of the account that waits for its confirmation; null where the address belongs
 * to a confirmed one
 */
export function decoyUser(
  { decoyId }: Pick<AuthDeps, 'decoyId'>,
  account: ClaimedAccount,
  waiting: string | null,
): UserRow {
  const now = new Date();
  const time = now.toISOString();
  const [provider, address] =
    'email' in account ? (['email', account.email] as const) : (['phone', account.phone] as const);
  const id = waiting ?? decoyId(`user ${address}`);
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: provider === 'email' ? address : null,
    encrypted_password: null,
    email_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    new_email: null,
    email_change_sent_at: null,
    reauthentication_sent_at: null,
    phone: provider === 'phone' ? address : null,
    phone_confirmed_at: null,
    new_phone: null,
    phone_change_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: account.metadata,
    is_anonymous: false,
    is_sso_user: false,
    banned_until: null,
    deleted_at: null,
    created_at: now,
    updated_at: now,
    identities: [
      {
        id: decoyId(`identity ${address}`),
        provider_id: id,
        user_id: id,
        identity_data: { sub: id, [provider]: address, email_verified: false, phone_verified: false },
        provider,
        email: provider === 'email' ? address : null,
        last_sign_in_at: time,
        created_at: time,
        updated_at: time,
      },
    ],
    factors: [],
  };
}
