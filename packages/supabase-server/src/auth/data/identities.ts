import type { Queryable } from '../../db/database.ts';
import type { Metadata } from '../rules/user-metadata.ts';

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
