import type { Queryable } from '../../../db/database.ts';
import { dropUnverifiedPasskeys } from '../../data/passkeys.ts';
import { USER_WITH_PARTS, type UserRow } from '../../data/users.ts';
import type { Metadata } from '../../rules/user-metadata.ts';

/** The user who signs in with this number. @param phone digits */
export async function findUserByPhone(db: Queryable, phone: string): Promise<UserRow | null> {
  const [user] = await db.query<UserRow>(
    `select ${USER_WITH_PARTS} from auth.users u
     where u.phone = $1 and not u.is_sso_user and u.deleted_at is null`,
    [phone],
  );
  return user ?? null;
}

/** The user who asked last to change to this number. */
export async function findUserByNewPhone(db: Queryable, phone: string): Promise<UserRow | null> {
  const [user] = await db.query<UserRow>(
    `select ${USER_WITH_PARTS} from auth.users u
     where u.phone_change = $1 and u.deleted_at is null
     order by u.phone_change_sent_at desc nulls last limit 1`,
    [phone],
  );
  return user ?? null;
}

/**
 * Records that the owner of a locked user's number has proved it.
 * @param dropPassword ends the password of an account that was not confirmed before: its giver need
 * not be the owner
 */
export async function confirmPhone(
  tx: Queryable,
  id: string,
  { dropPassword }: { dropPassword: boolean },
): Promise<void> {
  if (dropPassword) await dropUnverifiedPasskeys(tx, id);
  await tx.query(
    `update auth.users set
       encrypted_password = case when $2 and phone_confirmed_at is null and email_confirmed_at is null then null else encrypted_password end,
       phone_confirmed_at = coalesce(phone_confirmed_at, now()), last_sign_in_at = now(), updated_at = now()
     where id = $1`,
    [id, dropPassword],
  );
  await tx.query(
    `update auth.identities set identity_data = identity_data || '{"phone_verified": true}', last_sign_in_at = now(),
       updated_at = now()
     where user_id = $1 and provider = 'phone'`,
    [id],
  );
}

/**
 * Gives a locked user a number and the identity that belongs to it; an anonymous user becomes a
 * full one.
 * @param proof `verified`: its owner has proved it; `accepted`: it counts without proof; `open`: it
 * must be confirmed yet
 * @throws SQLSTATE 23505 when the number is taken, users_phone_key
 */
export async function setPhone(
  tx: Queryable,
  id: string,
  phone: string,
  proof: 'verified' | 'accepted' | 'open',
): Promise<void> {
  await tx.query(
    `update auth.users set
       phone = $2, phone_confirmed_at = case when $3 then now() end, phone_change = null, is_anonymous = false,
       raw_app_meta_data = raw_app_meta_data
         || case when raw_app_meta_data ? 'provider' then '{}' else '{"provider": "phone"}'::jsonb end
         || jsonb_build_object('providers',
              case when raw_app_meta_data -> 'providers' ? 'phone' then raw_app_meta_data -> 'providers'
              else coalesce(raw_app_meta_data -> 'providers', '[]') || '["phone"]' end),
       updated_at = now()
     where id = $1`,
    [id, phone, proof !== 'open'],
  );
  await tx.query(
    // The clock orders them: an identity added just before, in the same transaction, is the older
    // one.
    `insert into auth.identities as old (provider_id, user_id, provider, identity_data, last_sign_in_at, created_at)
     values ($1::uuid::text, $1, 'phone', jsonb_build_object('sub', $1::uuid, 'phone', $2::text, 'email_verified', false,
       'phone_verified', $3::boolean), now(), clock_timestamp())
     on conflict (provider, provider_id) do update set
       identity_data = old.identity_data || jsonb_build_object('phone', $2::text, 'phone_verified', $3::boolean),
       updated_at = now()`,
    [id, phone, proof === 'verified'],
  );
}

/** Stores the number that a locked user wants to change to. */
export async function setNewPhone(tx: Queryable, id: string, newPhone: string): Promise<void> {
  await tx.query('update auth.users set phone_change = $2, updated_at = now() where id = $1', [id, newPhone]);
}

/**
 * Lets a sign-up take over an unconfirmed account, where numbers count without proof.
 * @returns the account, or null without an unconfirmed one
 */
export async function claimUnconfirmedPhoneUser(
  tx: Queryable,
  phone: string,
  account: { encryptedPassword: string; metadata: Metadata },
): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `update auth.users set encrypted_password = $2, raw_user_meta_data = $3, phone_confirmed_at = now(),
       last_sign_in_at = now(), updated_at = now()
     where phone = $1 and not is_sso_user and deleted_at is null and phone_confirmed_at is null
       -- An account with another way in has an owner already.
       and not exists (select 1 from auth.identities i where i.user_id = users.id and i.provider <> 'phone')
     returning id`,
    [phone, account.encryptedPassword, JSON.stringify(account.metadata)],
  );
  return row?.id ?? null;
}

/**
 * Adds a phone as second factor.
 * @throws SQLSTATE 23505 when the user has a factor of this name, mfa_factors_name_key
 */
export async function insertPhoneFactor(
  tx: Queryable,
  factor: { userId: string; friendlyName: string; phone: string },
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type, phone) values ($1, $2, 'phone', $3) returning id`,
    [factor.userId, factor.friendlyName, factor.phone],
  );
  return (row as { id: string }).id;
}
