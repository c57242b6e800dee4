import type { Queryable } from '../../db/database.ts';

export interface RecoveryCodeRow {
  id: string;
  used_at: Date | null;
  is_expired: boolean;
}

/** The recovery codes that a user has now. */
export interface RecoveryCodeSet {
  /** The number of unused codes. */
  remaining: number;
  /** Null without codes. */
  created_at: Date | null;
  /** Null: never. */
  expires_at: Date | null;
}

/**
 * Gives a user these codes in place of all earlier ones.
 * @param lifeDays 0: they work until they are used
 */
export async function replaceRecoveryCodes(
  tx: Queryable,
  userId: string,
  { hashes, lifeDays }: { hashes: readonly Buffer[]; lifeDays: number },
): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  await tx.query(
    `insert into auth.mfa_recovery_codes (user_id, code_hash, expires_at)
     select $1, hash, case when $3::int > 0 then now() + make_interval(days => $3) end from unnest($2::bytea[]) as given (hash)`,
    [userId, hashes, lifeDays],
  );
}

export async function deleteRecoveryCodes(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from auth.mfa_recovery_codes where user_id = $1', [userId]);
}

export async function describeRecoveryCodes(db: Queryable, userId: string): Promise<RecoveryCodeSet> {
  const [row] = await db.query<RecoveryCodeSet>(
    `select count(*) filter (where used_at is null and (expires_at is null or expires_at > now()))::int as remaining,
       max(created_at) as created_at, max(expires_at) as expires_at
     from auth.mfa_recovery_codes where user_id = $1`,
    [userId],
  );
  return row as RecoveryCodeSet;
}

/** The code, held until the transaction ends. */
export async function lockRecoveryCode(
  tx: Queryable,
  userId: string,
  hash: Buffer,
): Promise<RecoveryCodeRow | null> {
  const [row] = await tx.query<RecoveryCodeRow>(
    `select id, used_at, coalesce(expires_at <= now(), false) as is_expired
     from auth.mfa_recovery_codes where user_id = $1 and code_hash = $2 for update`,
    [userId, hash],
  );
  return row ?? null;
}

export async function markRecoveryCodeUsed(tx: Queryable, id: string): Promise<void> {
  await tx.query('update auth.mfa_recovery_codes set used_at = now() where id = $1', [id]);
}

/** Recovery codes without a second factor have no use. */
export async function dropNeedlessRecoveryCodes(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    `delete from auth.mfa_recovery_codes where user_id = $1 and not exists (
       select from auth.mfa_factors where user_id = $1 and status = 'verified')`,
    [userId],
  );
}
