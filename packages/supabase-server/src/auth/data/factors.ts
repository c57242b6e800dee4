import type { Queryable } from '../../db/database.ts';

/** A factor as clients may see it; times are strings, since it arrives as JSON with its user. */
export interface FactorSummary {
  id: string;
  friendly_name: string;
  factor_type: 'totp' | 'phone' | 'webauthn';
  status: 'unverified' | 'verified';
  phone: string | null;
  last_challenged_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface FactorRow {
  id: string;
  user_id: string;
  friendly_name: string;
  factor_type: 'totp' | 'phone' | 'webauthn';
  status: 'unverified' | 'verified';
  /** Encrypted with the master key; null for factors without one. */
  secret: string | null;
  phone: string | null;
  last_used_step: number | null;
}

export interface ChallengeRow {
  id: string;
  ip: string;
  verified_at: Date | null;
  age_seconds: number;
  /** The hash of the code that was sent; null for factors that make their codes themselves. */
  code_hash: string | null;
}

/** @throws SQLSTATE 23505 when the user has a factor of this name, mfa_factors_name_key */
export async function insertTotpFactor(
  tx: Queryable,
  factor: { id: string; userId: string; friendlyName: string; sealedSecret: string },
): Promise<void> {
  await tx.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, secret) values ($1, $2, $3, 'totp', $4)`,
    [factor.id, factor.userId, factor.friendlyName, factor.sealedSecret],
  );
}

/** Removes factors that were not verified within this time. */
export async function deleteStaleFactors(tx: Queryable, userId: string, seconds: number): Promise<void> {
  await tx.query(
    `delete from auth.mfa_factors
     where user_id = $1 and status = 'unverified' and created_at < now() - make_interval(secs => $2)`,
    [userId, seconds],
  );
}

export async function findFactor(db: Queryable, userId: string, id: string): Promise<FactorRow | null> {
  const [factor] = await db.query<FactorRow>(
    `select id, user_id, friendly_name, factor_type, status, secret, phone, last_used_step::float8 as last_used_step
     from auth.mfa_factors where user_id = $1 and id = $2`,
    [userId, id],
  );
  return factor ?? null;
}

export async function deleteFactor(tx: Queryable, id: string): Promise<void> {
  await tx.query('delete from auth.mfa_factors where id = $1', [id]);
}

/**
 * Marks a factor as proved and removes unproved ones of its type.
 * @param step of the code that proved it; null for codes without steps
 */
export async function acceptFactor(
  tx: Queryable,
  factor: Pick<FactorRow, 'id' | 'user_id' | 'factor_type'>,
  step: number | null,
): Promise<void> {
  await tx.query(
    `update auth.mfa_factors set status = 'verified', last_used_step = coalesce($2, last_used_step), updated_at = now() where id = $1`,
    [factor.id, step],
  );
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and factor_type = $2 and status = 'unverified' and id <> $3`,
    [factor.user_id, factor.factor_type, factor.id],
  );
}

/** Begins a proof and removes expired ones. @returns its Unix second of creation */
export async function insertChallenge(
  tx: Queryable,
  challenge: { id: string; factorId: string; ip: string; codeHash: string | null; lifeSeconds: number },
): Promise<number> {
  await tx.query(
    `delete from auth.mfa_challenges where factor_id = $1 and created_at < now() - make_interval(secs => $2)`,
    [challenge.factorId, challenge.lifeSeconds * 2],
  );
  await tx.query('update auth.mfa_factors set last_challenged_at = now() where id = $1', [
    challenge.factorId,
  ]);
  const [row] = await tx.query<{ created_at: Date }>(
    'insert into auth.mfa_challenges (id, factor_id, ip, code_hash) values ($1, $2, $3, $4) returning created_at',
    [challenge.id, challenge.factorId, challenge.ip, challenge.codeHash],
  );
  return Math.floor((row as { created_at: Date }).created_at.getTime() / 1000);
}

export async function findChallenge(
  db: Queryable,
  factorId: string,
  id: string,
): Promise<ChallengeRow | null> {
  const [challenge] = await db.query<ChallengeRow>(
    `select id, ip, verified_at, code_hash, extract(epoch from now() - created_at)::float8 as age_seconds
     from auth.mfa_challenges where factor_id = $1 and id = $2`,
    [factorId, id],
  );
  return challenge ?? null;
}

/**
 * Spends one attempt at a challenge's code. Counted before it is compared, so that many guesses at
 * once are all counted.
 * @returns whether there was one left
 */
export async function claimChallengeAttempt(
  db: Queryable,
  challenge: { factorId: string; id: string; maxAttempts: number },
): Promise<boolean> {
  const changed = await db.execute(
    'update auth.mfa_challenges set attempts = attempts + 1 where factor_id = $1 and id = $2 and attempts < $3',
    [challenge.factorId, challenge.id, challenge.maxAttempts],
  );
  return changed > 0;
}

export async function markChallengeUsed(tx: Queryable, id: string): Promise<void> {
  await tx.query('update auth.mfa_challenges set verified_at = now() where id = $1', [id]);
}

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
