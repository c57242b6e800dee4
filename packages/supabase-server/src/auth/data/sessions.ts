import type { SessionLife } from '../../config/server-config.ts';
import type { Queryable } from '../../db/database.ts';
import { PASSKEY_METHOD, RECOVERY_CODE_METHOD } from '../rules/access.ts';

/**
 * The method and time of a session's authentication (supabase-protocol 2.3, claim `amr`);
 * `timestamp` in Unix seconds.
 */
export interface AuthenticationMethod {
  method: string;
  timestamp: number;
  provider?: string;
}

export interface SessionRow {
  id: string;
  user_id: string;
  aal: 'aal1' | 'aal2';
  /** Newest first. */
  amr: AuthenticationMethod[];
  user_agent: string | null;
  ip: string | null;
  refreshed_at: Date | null;
  not_after: Date | null;
  created_at: Date;
  updated_at: Date;
}

export async function insertSession(
  tx: Queryable,
  session: {
    userId: string;
    amr: AuthenticationMethod[];
    userAgent: string | null;
    ip: string;
    /** The fixed end of the session; null: none. */
    notAfter: Date | null;
  },
): Promise<SessionRow> {
  const [row] = await tx.query<SessionRow>(
    'insert into auth.sessions (user_id, amr, user_agent, ip, not_after) values ($1, $2, $3, $4, $5) returning *',
    [session.userId, JSON.stringify(session.amr), session.userAgent, session.ip, session.notAfter],
  );
  return row as SessionRow;
}

/** The user's sessions as the user may know them, newest first. */
export async function listSessions(db: Queryable, userId: string): Promise<Record<string, unknown>[]> {
  return db.query(
    `select created_at, refreshed_at, not_after, aal, user_agent, ip from auth.sessions
     where user_id = $1 order by created_at desc limit 1000`,
    [userId],
  );
}

/** A session as a page shows it to its user. */
export interface OpenSession {
  id: string;
  created_at: Date;
  last_seen_at: Date;
  aal: 'aal1' | 'aal2';
  user_agent: string | null;
}

/**
 * @returns the user's sessions that can still be refreshed, the one last used first; a hundred at
 * most
 */
export async function listOpenSessions(
  db: Queryable,
  userId: string,
  { idleSeconds, maxSeconds }: SessionLife,
): Promise<OpenSession[]> {
  return db.query<OpenSession>(
    `select id, created_at, coalesce(refreshed_at, created_at) as last_seen_at, aal, user_agent
     from auth.sessions s
     where user_id = $1 and (not_after is null or not_after > now())
       and ($2 = 0 or coalesce(refreshed_at, created_at) > now() - make_interval(secs => $2))
       and ($3 = 0 or created_at > now() - make_interval(secs => $3))
       and exists (select from auth.refresh_tokens t where t.session_id = s.id and t.revoked_at is null)
     order by last_seen_at desc limit 100`,
    [userId, idleSeconds, maxSeconds],
  );
}

/** @returns whether the user had such a session */
export async function deleteSessionOf(db: Queryable, userId: string, id: string): Promise<boolean> {
  const rows = await db.query('delete from auth.sessions where id = $1 and user_id = $2 returning id', [
    id,
    userId,
  ]);
  return rows.length > 0;
}

export async function findSession(db: Queryable, id: string): Promise<SessionRow | null> {
  const [session] = await db.query<SessionRow>('select * from auth.sessions where id = $1', [id]);
  return session ?? null;
}

/**
 * Holds the session until the transaction ends. Everything that touches a session's tokens takes
 * this lock first, in this order, so that two calls wait for each other instead of deadlocking.
 */
export async function lockSession(tx: Queryable, id: string): Promise<SessionRow | null> {
  const [session] = await tx.query<SessionRow>('select * from auth.sessions where id = $1 for update', [id]);
  return session ?? null;
}

export async function touchSession(
  tx: Queryable,
  id: string,
  client: { userAgent: string | null; ip: string },
): Promise<void> {
  await tx.query(
    `update auth.sessions set refreshed_at = now(), updated_at = now(), user_agent = $2, ip = $3 where id = $1`,
    [id, client.userAgent, client.ip],
  );
}

/** Sets the assurance level and methods of a session. */
export async function setAssurance(
  tx: Queryable,
  id: string,
  assurance: Pick<SessionRow, 'aal' | 'amr'>,
): Promise<SessionRow> {
  const [session] = await tx.query<SessionRow>(
    'update auth.sessions set aal = $2, amr = $3, updated_at = now() where id = $1 returning *',
    [id, assurance.aal, JSON.stringify(assurance.amr)],
  );
  return session as SessionRow;
}

/** Ends the user's other sessions that have not proved a second factor. */
export async function deleteWeakSessions(tx: Queryable, userId: string, except: string): Promise<void> {
  await tx.query(`delete from auth.sessions where user_id = $1 and id <> $2 and aal = 'aal1'`, [
    userId,
    except,
  ]);
}

/**
 * Takes the user's sessions back to the first factor, all but those that a passkey opened: they owe
 * nothing to a factor.
 */
export async function lowerSessions(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    `update auth.sessions set updated_at = now(),
       aal = case when amr @> '[{"method": "${PASSKEY_METHOD}"}]' then 'aal2' else 'aal1' end,
       amr = coalesce((select jsonb_agg(entry order by place) from jsonb_array_elements(amr) with ordinality as one (entry, place)
         where entry ->> 'method' not in ('totp', 'mfa/phone', 'mfa/webauthn', '${RECOVERY_CODE_METHOD}')), '[]')
     where user_id = $1 and aal = 'aal2'`,
    [userId],
  );
}

export async function deleteSession(db: Queryable, id: string): Promise<void> {
  await db.query('delete from auth.sessions where id = $1', [id]);
}

/**
 * Ends the user's sessions; their refresh tokens go with them.
 * @param except a session to keep, or null
 */
export async function deleteSessionsOf(db: Queryable, userId: string, except: string | null): Promise<void> {
  await db.query('delete from auth.sessions where user_id = $1 and ($2::uuid is null or id <> $2)', [
    userId,
    except,
  ]);
}

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
