import type { Queryable } from '../../db/database.ts';
import type { TokenPurpose } from '../rules/one-time-code.ts';
import type { Metadata } from '../rules/user-metadata.ts';
import { dropUnverifiedPasskeys } from './passkeys.ts';

/**
 * Records that the owner of a locked user's address has proved it.
 * @param dropPassword ends the password of an account that was not confirmed before: its giver need
 * not be the owner
 */
export async function confirmEmail(
  tx: Queryable,
  id: string,
  { dropPassword }: { dropPassword: boolean },
): Promise<void> {
  if (dropPassword) {
    await dropUnprovedIdentities(tx, id);
    await dropUnverifiedPasskeys(tx, id);
  }
  await tx.query(
    `update auth.users set
       encrypted_password = case when $2 and email_confirmed_at is null then null else encrypted_password end,
       email_confirmed_at = coalesce(email_confirmed_at, now()), last_sign_in_at = now(), updated_at = now()
     where id = $1`,
    [id, dropPassword],
  );
  await tx.query(
    `update auth.identities i set identity_data = i.identity_data || '{"email_verified": true}', last_sign_in_at = now(),
       updated_at = now()
     from auth.users u
     where u.id = $1 and i.user_id = u.id and (i.provider = 'email' or i.email = lower(u.email))`,
    [id],
  );
}

/**
 * An identity of a service that did not vouch for the address may belong to another person than the
 * owner. Only the address itself remains, as an identity.
 */
async function dropUnprovedIdentities(tx: Queryable, id: string): Promise<void> {
  const dropped = await tx.execute(
    `delete from auth.identities i using auth.users u
     where u.id = $1 and i.user_id = u.id and u.email_confirmed_at is null and i.provider not in ('email', 'phone')
       and i.identity_data -> 'email_verified' is distinct from 'true'`,
    [id],
  );
  if (dropped === 0) return;
  await tx.query(
    `insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
     select u.id::text, u.id, 'email', jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true,
       'phone_verified', false), now()
     from auth.users u where u.id = $1
     on conflict (provider, provider_id) do nothing`,
    [id],
  );
  await updateProviders(tx, id);
}

/**
 * Gives a locked user an address that counts from now on, and the identity that belongs to it; an
 * anonymous user becomes a full one.
 * @param verified whether its owner has proved it
 * @throws SQLSTATE 23505 when the address is taken
 */
export async function setEmail(tx: Queryable, id: string, email: string, verified: boolean): Promise<void> {
  await tx.query(
    `update auth.users set
       email = $2, email_confirmed_at = now(), email_change = null, is_anonymous = false,
       raw_app_meta_data = raw_app_meta_data
         || case when raw_app_meta_data ? 'provider' then '{}' else '{"provider": "email"}'::jsonb end
         || jsonb_build_object('providers',
              case when raw_app_meta_data -> 'providers' ? 'email' then raw_app_meta_data -> 'providers'
              else coalesce(raw_app_meta_data -> 'providers', '[]') || '["email"]' end),
       updated_at = now()
     where id = $1`,
    [id, email],
  );
  await tx.query(
    `insert into auth.identities as old (provider_id, user_id, provider, identity_data, last_sign_in_at)
     values ($1::uuid::text, $1, 'email', jsonb_build_object('sub', $1::uuid, 'email', $2::text, 'email_verified', $3::boolean,
       'phone_verified', false), now())
     on conflict (provider, provider_id) do update set
       identity_data = old.identity_data || jsonb_build_object('email', $2::text, 'email_verified', $3::boolean),
       updated_at = now()`,
    [id, email, verified],
  );
}

/** Stores the address that a locked user wants to change to. */
export async function setNewEmail(tx: Queryable, id: string, newEmail: string): Promise<void> {
  await tx.query('update auth.users set email_change = $2, updated_at = now() where id = $1', [id, newEmail]);
}

const SENT_COLUMNS: Record<TokenPurpose, string> = {
  confirmation: 'confirmation_sent_at',
  recovery: 'recovery_sent_at',
  email_change_current: 'email_change_sent_at',
  email_change_new: 'email_change_sent_at',
  reauthentication: 'reauthentication_sent_at',
  sms: 'confirmation_sent_at',
  phone_change: 'phone_change_sent_at',
};

/** Records that a message of this purpose is on its way. */
export async function recordSent(tx: Queryable, id: string, purpose: TokenPurpose): Promise<void> {
  await tx.query(`update auth.users set ${SENT_COLUMNS[purpose]} = now(), updated_at = now() where id = $1`, [
    id,
  ]);
}

/**
 * Lets a sign-up take over an unconfirmed account, where addresses count without proof: the account
 * was only announced, and no user has ever signed in to it.
 * @returns the account, or null without an unconfirmed one
 */
export async function claimUnconfirmedUser(
  tx: Queryable,
  email: string,
  account: { encryptedPassword: string; metadata: Metadata },
): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `update auth.users set encrypted_password = $2, raw_user_meta_data = $3, email_confirmed_at = now(),
       last_sign_in_at = now(), updated_at = now()
     where lower(email) = $1 and not is_sso_user and deleted_at is null and email_confirmed_at is null
     returning id`,
    [email, account.encryptedPassword, JSON.stringify(account.metadata)],
  );
  return row?.id ?? null;
}

/** Makes a locked user's `app_metadata` name the providers of their identities, oldest first. */
export async function updateProviders(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    `update auth.users u set
       raw_app_meta_data = u.raw_app_meta_data || jsonb_build_object(
         'provider', case when p.all_of_them ? (u.raw_app_meta_data ->> 'provider') then u.raw_app_meta_data ->> 'provider'
           else p.all_of_them ->> 0 end,
         'providers', p.all_of_them),
       updated_at = now()
     from (
       select jsonb_agg(provider order by since, provider) as all_of_them
       from (select provider, min(created_at) as since from auth.identities where user_id = $1 group by provider) one
     ) p
     where u.id = $1 and p.all_of_them is not null`,
    [userId],
  );
}
