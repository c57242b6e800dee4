import type { Queryable } from '../../../db/database.ts';
import type { Metadata } from '../../rules/user-metadata.ts';

/**
 * Adds a user without identity or password.
 * @throws SQLSTATE 23505 when the address is taken, users_email_key
 */
export async function insertExternalUser(
  tx: Queryable,
  user: { email: string | null; confirmed: boolean; sso: boolean; metadata: Metadata },
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into auth.users (email, email_confirmed_at, is_sso_user, raw_user_meta_data)
     values ($1, case when $2 then now() end, $3, $4) returning id`,
    [user.email, user.confirmed && user.email !== null, user.sso, JSON.stringify(user.metadata)],
  );
  return (row as { id: string }).id;
}

/** Records a sign-in of a locked user and merges the provider's data. */
export async function recordExternalSignIn(tx: Queryable, id: string, metadata: Metadata): Promise<void> {
  await tx.query(
    `update auth.users set raw_user_meta_data = raw_user_meta_data || $2::jsonb, last_sign_in_at = now(), updated_at = now()
     where id = $1`,
    [id, JSON.stringify(metadata)],
  );
}

/**
 * A locked single sign-on user's address is the provider's present one; they cannot change it here.
 */
export async function followSsoEmail(tx: Queryable, id: string, email: string): Promise<void> {
  await tx.query(
    'update auth.users set email = $2, updated_at = now() where id = $1 and is_sso_user and email is distinct from $2',
    [id, email],
  );
}

/** Gives a locked user an address, if they lack one: an anonymous user becomes a full one. */
export async function adoptEmail(
  tx: Queryable,
  id: string,
  { email, confirmed }: { email: string; confirmed: boolean },
): Promise<void> {
  await tx.query(
    `update auth.users set email = $2, email_confirmed_at = case when $3 then now() end,
       is_anonymous = is_anonymous and not $3, updated_at = now()
     where id = $1 and email is null`,
    [id, email, confirmed],
  );
}

/** Records that a provider has proved a locked user's address. */
export async function confirmByProvider(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now() where id = $1`,
    [id],
  );
}

/** A locked user is no longer anonymous: another service's account leads to theirs. */
export async function endAnonymity(tx: Queryable, id: string): Promise<void> {
  await tx.query('update auth.users set is_anonymous = false, updated_at = now() where id = $1', [id]);
}

/**
 * Removes every way into a locked user's account. The ways were set up by a person who never proved
 * that they own the address, and the owner has arrived now. The user's row and its references stay.
 */
export async function emptyAccount(tx: Queryable, id: string): Promise<void> {
  for (const table of [
    'sessions',
    'identities',
    'one_time_tokens',
    'flow_states',
    'external_flows',
    'mfa_factors',
    'mfa_recovery_codes',
    'webauthn_credentials',
  ]) {
    const column = table === 'external_flows' ? 'linking_user_id' : 'user_id';
    await tx.query(`delete from auth.${table} where ${column} = $1`, [id]);
  }
  await tx.query(
    `update auth.users set encrypted_password = null, phone = null, phone_confirmed_at = null, email_change = null,
       phone_change = null, raw_user_meta_data = '{}',
       -- What else is in there, administrators have written.
       raw_app_meta_data = raw_app_meta_data - 'provider' - 'providers', updated_at = now()
     where id = $1`,
    [id],
  );
}

/**
 * Removes an unproved address from a locked user, who has another way in, so that its owner can
 * have it.
 */
export async function releaseAddress(tx: Queryable, id: string): Promise<void> {
  await tx.query(`delete from auth.identities where user_id = $1 and provider = 'email'`, [id]);
  await tx.query('delete from auth.one_time_tokens where user_id = $1', [id]);
  await tx.query(
    'update auth.users set email = null, email_confirmed_at = null, encrypted_password = null, updated_at = now() where id = $1',
    [id],
  );
}

/**
 * Gives a locked user the address of an identity that they keep, or none.
 * @throws SQLSTATE 23505 users_email_key when another user has it
 */
export async function replaceEmail(
  tx: Queryable,
  id: string,
  { email, confirmed }: { email: string | null; confirmed: boolean },
): Promise<void> {
  await tx.query(
    `update auth.users set email = $2, email_confirmed_at = case when $3 then now() end, email_change = null,
       updated_at = now()
     where id = $1`,
    [id, email, confirmed && email !== null],
  );
}

/** Disables sign-in by a number that a locked user has given up. */
export async function dropPhone(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    'update auth.users set phone = null, phone_confirmed_at = null, phone_change = null, updated_at = now() where id = $1',
    [id],
  );
}

/** The same for the password, which goes with the address. */
export async function dropPassword(tx: Queryable, id: string): Promise<void> {
  await tx.query('update auth.users set encrypted_password = null, updated_at = now() where id = $1', [id]);
}

/** An account at another service, as it is stored. */
export interface StoredIdentity {
  provider: string;
  /** The provider's name for the account. */
  subject: string;
  /** Becomes `identity_data`. */
  data: Metadata;
}

/** Finds the account that has the identity. */
export async function findIdentityOwner(
  db: Queryable,
  { provider, subject }: Pick<StoredIdentity, 'provider' | 'subject'>,
): Promise<string | null> {
  const [row] = await db.query<{ user_id: string }>(
    'select user_id from auth.identities where provider = $1 and provider_id = $2',
    [provider, subject],
  );
  return row?.user_id ?? null;
}

/** @throws SQLSTATE 23505 identities_provider_provider_id_key when a user has it already */
export async function insertIdentity(
  tx: Queryable,
  userId: string,
  { provider, subject, data }: StoredIdentity,
): Promise<void> {
  await tx.query(
    `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
     values ($1, $2, $3, $4, now())`,
    [userId, provider, subject, JSON.stringify(data)],
  );
}

/**
 * Stores the provider's present data, and the sign-in. An address proved here by mail stays proved,
 * regardless of the provider, as long as it is the same address.
 */
export async function refreshIdentity(
  tx: Queryable,
  { provider, subject, data }: StoredIdentity,
): Promise<void> {
  await tx.query(
    `update auth.identities set
       identity_data = $3::jsonb || case
         when email = lower($3::jsonb ->> 'email') and identity_data -> 'email_verified' = 'true' then '{"email_verified": true}'::jsonb
         else '{}' end,
       last_sign_in_at = now(), updated_at = now()
     where provider = $1 and provider_id = $2`,
    [provider, subject, JSON.stringify(data)],
  );
}

/** @returns whether there was one. */
export async function deleteIdentity(tx: Queryable, userId: string, id: string): Promise<boolean> {
  return (await tx.execute('delete from auth.identities where user_id = $1 and id = $2', [userId, id])) > 0;
}
