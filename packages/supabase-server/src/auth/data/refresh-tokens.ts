import type { Queryable } from '../../db/database.ts';

export interface PresentedToken {
  id: string;
  session_id: string;
  /** The age of the revocation by the database's clock; null while the token is active. */
  revoked_seconds_ago: number | null;
}

export interface ActiveToken {
  id: string;
  parent_id: string | null;
  token_sealed: Buffer | null;
}

export async function findRefreshToken(db: Queryable, hash: Buffer): Promise<PresentedToken | null> {
  const [token] = await db.query<PresentedToken>(
    `select id, session_id, extract(epoch from clock_timestamp() - revoked_at)::float8 as revoked_seconds_ago
     from auth.refresh_tokens where token_hash = $1`,
    [hash],
  );
  return token ?? null;
}

/** The session's newest token that is not revoked. */
export async function findActiveToken(db: Queryable, sessionId: string): Promise<ActiveToken | null> {
  const [token] = await db.query<ActiveToken>(
    `select id, parent_id, token_sealed from auth.refresh_tokens
     where session_id = $1 and revoked_at is null order by id desc limit 1`,
    [sessionId],
  );
  return token ?? null;
}

export async function insertRefreshToken(
  tx: Queryable,
  token: { hash: Buffer; encrypted: Buffer | null; sessionId: string; parentId: string | null },
): Promise<void> {
  await tx.query(
    'insert into auth.refresh_tokens (token_hash, token_sealed, session_id, parent_id) values ($1, $2, $3, $4)',
    [token.hash, token.encrypted, token.sessionId, token.parentId],
  );
}

/** Revokes a token that was used. A token keeps the time of its first use. */
export async function revokeRefreshToken(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    // Its encrypted form has no further use: only an active token is ever given out again.
    `update auth.refresh_tokens set revoked_at = clock_timestamp(), token_sealed = null
     where id = $1 and revoked_at is null`,
    [id],
  );
}

/** Removes a session's tokens: presenting one is like presenting an invented one. */
export async function deleteTokensOfSession(tx: Queryable, sessionId: string): Promise<void> {
  await tx.query('delete from auth.refresh_tokens where session_id = $1', [sessionId]);
}

export async function revokeTokensOfSession(tx: Queryable, sessionId: string): Promise<void> {
  await tx.query(
    `update auth.refresh_tokens set revoked_at = clock_timestamp(), token_sealed = null
     where session_id = $1 and revoked_at is null`,
    [sessionId],
  );
}
