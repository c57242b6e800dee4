import type { Queryable } from '../../db/database.ts';
import type { Metadata } from '../rules/user-metadata.ts';
import type { FactorSummary } from './factors.ts';

/** Times are Date objects, but strings inside `identities`, which arrive as JSON. */
export interface IdentityRow {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  email: string | null;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface UserRow {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  new_email: string | null;
  email_change_sent_at: Date | null;
  reauthentication_sent_at: Date | null;
  phone: string | null;
  phone_confirmed_at: Date | null;
  new_phone: string | null;
  phone_change_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown>;
  raw_user_meta_data: Metadata;
  is_anonymous: boolean;
  is_sso_user: boolean;
  /** Infinity (PostgreSQL's 'infinity') for a ban without end. */
  banned_until: Date | number | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** Oldest first. */
  identities: IdentityRow[];
  /** Second factors, oldest first, without their secrets. */
  factors: FactorSummary[];
}

/** The columns of a {@link UserRow}; the users are `u`. */
export const USER_WITH_PARTS = `u.*, nullif(u.email_change, '') as new_email, nullif(u.phone_change, '') as new_phone, coalesce(
    (select jsonb_agg(to_jsonb(i) order by i.created_at, i.id) from auth.identities i where i.user_id = u.id), '[]'
  ) as identities, coalesce(
    (select jsonb_agg(to_jsonb(f) order by f.created_at, f.id) from (
       select id, friendly_name, factor_type, status, phone, last_challenged_at, created_at, updated_at
       from auth.mfa_factors where user_id = u.id) f), '[]'
  ) as factors`;

/** The user who signs in with this address; users of a single sign-on have theirs apart. */
export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | null> {
  const [user] = await db.query<UserRow>(
    `select ${USER_WITH_PARTS} from auth.users u
     where lower(u.email) = $1 and not u.is_sso_user and u.deleted_at is null`,
    [email],
  );
  return user ?? null;
}

export async function findUserById(db: Queryable, id: string): Promise<UserRow | null> {
  const [user] = await db.query<UserRow>(
    `select ${USER_WITH_PARTS} from auth.users u where u.id = $1 and u.deleted_at is null`,
    [id],
  );
  return user ?? null;
}

/**
 * Holds the user's row until the transaction ends; read the user again afterwards.
 * @returns whether there is one.
 */
export async function lockUser(tx: Queryable, id: string): Promise<boolean> {
  const found = await tx.query(
    'select id from auth.users where id = $1 and deleted_at is null for no key update',
    [id],
  );
  return found.length > 0;
}

export interface NewUser {
  encryptedPassword: string | null;
  metadata: Metadata;
  /** Whether the address counts as confirmed at once, without proof. */
  confirmed: boolean;
  /** A new one when left out. */
  id?: string | null;
}

/**
 * Adds a user with an e-mail address and the identity that belongs to it.
 * @param user.encryptedPassword null for a user who signs in by mail
 * @throws SQLSTATE 23505 when the address is taken, users_email_key
 */
export function insertEmailUser(tx: Queryable, user: NewUser & { email: string }): Promise<string> {
  return insertAddressUser(tx, 'email', user.email, user);
}

/**
 * Adds a user with a phone number and the identity that belongs to it.
 * @throws SQLSTATE 23505 when the number is taken, users_phone_key
 */
export function insertPhoneUser(tx: Queryable, user: NewUser & { phone: string }): Promise<string> {
  return insertAddressUser(tx, 'phone', user.phone, user);
}

async function insertAddressUser(
  tx: Queryable,
  kind: 'email' | 'phone',
  address: string,
  user: NewUser,
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `with added as (
       insert into auth.users (id, ${kind}, encrypted_password, ${kind}_confirmed_at, last_sign_in_at, raw_app_meta_data,
         raw_user_meta_data)
       values (coalesce($5, gen_random_uuid()), $1::text, $2, case when $4 then now() end, case when $4 then now() end,
         '{"provider": "${kind}", "providers": ["${kind}"]}', $3)
       returning id
     )
     insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
     -- The address is unproved: email_verified must not let another provider's account join this one.
     select id::text, id, '${kind}',
       jsonb_build_object('sub', id, '${kind}', $1::text, 'email_verified', false, 'phone_verified', false), now()
     from added
     returning user_id as id`,
    [address, user.encryptedPassword, JSON.stringify(user.metadata), user.confirmed, user.id ?? null],
  );
  if (!row) throw new Error('the new user has no identity');
  return row.id;
}

/** Adds a user without an address or identity. */
export async function insertAnonymousUser(tx: Queryable, metadata: Metadata): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    'insert into auth.users (is_anonymous, last_sign_in_at, raw_user_meta_data) values (true, now(), $1) returning id',
    [JSON.stringify(metadata)],
  );
  return (row as { id: string }).id;
}

/**
 * Records a sign-in, if the account still has the password that was checked: a change that
 * committed in between wins.
 * @returns the user, or null when the account is gone or has another password
 */
export async function recordPasswordSignIn(
  tx: Queryable,
  id: string,
  checkedPassword: string,
): Promise<UserRow | null> {
  const [user] = await tx.query<UserRow>(
    `update auth.users u set last_sign_in_at = now(), updated_at = now()
     where u.id = $1 and u.encrypted_password = $2 and u.deleted_at is null returning ${USER_WITH_PARTS}`,
    [id, checkedPassword],
  );
  return user ?? null;
}

/** A user's changes to their account; null leaves a column as it is. */
export interface UserChanges {
  encryptedPassword: string | null;
  metadata: { set: Metadata; remove: string[] };
}

/** Applies the changes to a locked user. */
export async function updateUserAccount(tx: Queryable, id: string, changes: UserChanges): Promise<void> {
  await tx.query(
    `update auth.users set
       encrypted_password = coalesce($2, encrypted_password),
       raw_user_meta_data = (raw_user_meta_data || $3::jsonb) - $4::text[],
       updated_at = now()
     where id = $1`,
    [id, changes.encryptedPassword, JSON.stringify(changes.metadata.set), changes.metadata.remove],
  );
}
