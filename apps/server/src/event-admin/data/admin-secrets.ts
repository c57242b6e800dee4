import type { SecretColumn } from '@dragoman/supabase-server/keys/encrypted-secrets';

/** The kind of secret that an administrator's authenticator app shares with the server. */
export const ADMIN_TOTP_SECRET = 'admin TOTP secret';

/** Columns of the administrators whose text is encrypted with the master key. */
export const ADMIN_SECRETS: readonly SecretColumn[] = [
  {
    kind: ADMIN_TOTP_SECRET,
    read: 'select id::text as id, totp_secret as text from dragoman.admins where totp_secret is not null',
    write: 'update dragoman.admins set totp_secret = $2 where id::text = $1',
  },
];
