import type { Queryable } from '../../db/database.ts';
import type { Metadata } from '../rules/user-metadata.ts';
import { findUserById, type UserRow } from './users.ts';

/** One page of all users, newest first. @param page counts from 1 */
export async function listUsers(
  db: Queryable,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ users: UserRow[]; total: number }> {
  const rows = await db.query<{ id: string }>(
    'select id from auth.users where deleted_at is null order by created_at desc, id limit $1 offset $2',
    [perPage, (page - 1) * perPage],
  );
  const [count] = await db.query<{ total: number }>(
    'select count(*)::int as total from auth.users where deleted_at is null',
  );
  const users = await Promise.all(rows.map(({ id }) => findUserById(db, id)));
  return { users: users.filter((user) => user !== null), total: count?.total ?? 0 };
}

/** An administrator's changes to a user; null leaves a column as it is. */
export interface AdminChanges {
  encryptedPassword: string | null;
  role: string | null;
  /** Marks the address as its owner's. */
  confirmEmail: boolean;
  /** The same of the number. */
  confirmPhone: boolean;
  /** Seconds from now; 0 lifts a ban. */
  banSeconds: number | null;
  userMetadata: { set: Metadata; remove: string[] };
  appMetadata: { set: Metadata; remove: string[] };
}

export async function applyAdminChanges(tx: Queryable, id: string, changes: AdminChanges): Promise<void> {
  await tx.query(
    `update auth.users set
       encrypted_password = coalesce($2, encrypted_password),
       role = coalesce($3, role),
       email_confirmed_at = case when $4 then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
       phone_confirmed_at = case when $10 then coalesce(phone_confirmed_at, now()) else phone_confirmed_at end,
       banned_until = case when $5::float8 is null then banned_until when $5 = 0 then null
         else now() + make_interval(secs => $5) end,
       raw_user_meta_data = (raw_user_meta_data || $6::jsonb) - $7::text[],
       raw_app_meta_data = (raw_app_meta_data || $8::jsonb) - $9::text[],
       updated_at = now()
     where id = $1`,
    [
      id,
      changes.encryptedPassword,
      changes.role,
      changes.confirmEmail,
      changes.banSeconds,
      JSON.stringify(changes.userMetadata.set),
      changes.userMetadata.remove,
      JSON.stringify(changes.appMetadata.set),
      changes.appMetadata.remove,
      changes.confirmPhone,
    ],
  );
  for (const provider of [
    ...(changes.confirmEmail ? ['email'] : []),
    ...(changes.confirmPhone ? ['phone'] : []),
  ]) {
    await tx.query(
      `update auth.identities set identity_data = identity_data || jsonb_build_object($2::text || '_verified', true),
         updated_at = now()
       where user_id = $1 and provider = $2`,
      [id, provider],
    );
  }
}

export async function markInvited(tx: Queryable, id: string): Promise<void> {
  await tx.query('update auth.users set invited_at = now(), updated_at = now() where id = $1', [id]);
}

/** Removes a user and all that hangs on them. @returns whether there was one. */
export async function deleteUser(tx: Queryable, id: string): Promise<boolean> {
  return (await tx.execute('delete from auth.users where id = $1', [id])) > 0;
}

/**
 * Empties a locked user's account and keeps its row, so that what refers to it stays; the address
 * is free again.
 */
export async function hideUser(tx: Queryable, id: string): Promise<void> {
  for (const table of [
    'sessions',
    'identities',
    'one_time_tokens',
    'flow_states',
    'mfa_factors',
    'mfa_recovery_codes',
    'webauthn_credentials',
  ]) {
    await tx.query(`delete from auth.${table} where user_id = $1`, [id]);
  }
  await tx.query(
    `update auth.users set email = null, phone = null, email_change = null, phone_change = null, encrypted_password = null,
       raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now(), updated_at = now()
     where id = $1`,
    [id],
  );
}
