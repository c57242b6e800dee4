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
  secret: string | null;
  last_used_step: number | null;
}

export interface ChallengeRow {
  id: string;
  ip: string;
  verified_at: Date | null;
  age_seconds: number;
}

/** @throws SQLSTATE 23505 when the user has a factor of this name, mfa_factors_name_key */
export async function insertTotpFactor(
  tx: Queryable,
  factor: { userId: string; friendlyName: string; secret: string },
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret) values ($1, $2, 'totp', $3) returning id`,
    [factor.userId, factor.friendlyName, factor.secret],
  );
  return (row as { id: string }).id;
}

/** Removes what was begun and left: a factor that nobody verified within this time. */
export async function deleteStaleFactors(tx: Queryable, userId: string, seconds: number): Promise<void> {
  await tx.query(
    `delete from auth.mfa_factors
     where user_id = $1 and status = 'unverified' and created_at < now() - make_interval(secs => $2)`,
    [userId, seconds],
  );
}

export async function findFactor(db: Queryable, userId: string, id: string): Promise<FactorRow | null> {
  const [factor] = await db.query<FactorRow>(
    `select id, user_id, friendly_name, factor_type, status, secret, last_used_step::float8 as last_used_step
     from auth.mfa_factors where user_id = $1 and id = $2`,
    [userId, id],
  );
  return factor ?? null;
}

export async function deleteFactor(tx: Queryable, id: string): Promise<void> {
  await tx.query('delete from auth.mfa_factors where id = $1', [id]);
}

/** Marks a factor as proved, with the step of the code that proved it, and removes those of its type that were only begun. */
export async function acceptFactor(
  tx: Queryable,
  factor: Pick<FactorRow, 'id' | 'user_id' | 'factor_type'>,
  step: number,
): Promise<void> {
  await tx.query(
    `update auth.mfa_factors set status = 'verified', last_used_step = $2, updated_at = now() where id = $1`,
    [factor.id, step],
  );
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and factor_type = $2 and status = 'unverified' and id <> $3`,
    [factor.user_id, factor.factor_type, factor.id],
  );
}

/** Begins a proof; those that are over are removed. @returns its id and Unix second of creation */
export async function insertChallenge(
  tx: Queryable,
  challenge: { factorId: string; ip: string; lifeSeconds: number },
): Promise<{ id: string; createdAt: number }> {
  await tx.query(
    `delete from auth.mfa_challenges where factor_id = $1 and created_at < now() - make_interval(secs => $2)`,
    [challenge.factorId, challenge.lifeSeconds * 2],
  );
  await tx.query('update auth.mfa_factors set last_challenged_at = now() where id = $1', [
    challenge.factorId,
  ]);
  const [row] = await tx.query<{ id: string; created_at: Date }>(
    'insert into auth.mfa_challenges (factor_id, ip) values ($1, $2) returning id, created_at',
    [challenge.factorId, challenge.ip],
  );
  const { id, created_at } = row as { id: string; created_at: Date };
  return { id, createdAt: Math.floor(created_at.getTime() / 1000) };
}

export async function findChallenge(
  db: Queryable,
  factorId: string,
  id: string,
): Promise<ChallengeRow | null> {
  const [challenge] = await db.query<ChallengeRow>(
    `select id, ip, verified_at, extract(epoch from now() - created_at)::float8 as age_seconds
     from auth.mfa_challenges where factor_id = $1 and id = $2`,
    [factorId, id],
  );
  return challenge ?? null;
}

export async function markChallengeUsed(tx: Queryable, id: string): Promise<void> {
  await tx.query('update auth.mfa_challenges set verified_at = now() where id = $1', [id]);
}
