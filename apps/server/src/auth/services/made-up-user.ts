import { randomUUID } from 'node:crypto';
import type { UserRow } from '../data/users.ts';
import type { Metadata } from '../rules/user-metadata.ts';

/** What a sign-up with a confirmed user's address is answered (wire facts A4: role '', no identities, no dates of confirmation). */
export function madeUpUser(
  account: { metadata: Metadata } & ({ email: string } | { phone: string }),
): UserRow {
  const now = new Date();
  const provider = 'email' in account ? 'email' : 'phone';
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email: 'email' in account ? account.email : null,
    encrypted_password: null,
    email_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    new_email: null,
    email_change_sent_at: null,
    reauthentication_sent_at: null,
    phone: 'phone' in account ? account.phone : null,
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
    identities: [],
    factors: [],
  };
}
