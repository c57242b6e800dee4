import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '@dragoman/supabase-server/db/database';

/**
 * Without an act of the administrator a session ends after this time, and in any case after the
 * longer one.
 */
const IDLE = `interval '30 minutes'`;
const LONGEST = `interval '12 hours'`;
/**
 * A cookie is replaced at this age; the one before works a moment longer, for requests that were
 * under way.
 */
const ROTATE = `interval '10 minutes'`;
const GRACE = `interval '60 seconds'`;

type Db = Pick<Database, 'query' | 'execute'>;

/** A session that is open. */
export interface OpenSession {
  id: string;
  admin: { id: string; name: string; hasCode: boolean };
  /** The cookie's new value; null: unchanged. */
  freshToken: string | null;
  /** The time, in ISO 8601, at which the session ends in any case. */
  endsAt: string;
}

/**
 * Opens a session for an administrator who has proved their password.
 * @param admin with the hash that the password was compared with: should it have been replaced
 * meanwhile, nothing opens
 * @returns the cookie's value; null when the administrator may not sign in any more, or the page
 * was closed
 */
export async function openSession(
  db: Db,
  admin: { id: string; passwordHash: string },
): Promise<string | null> {
  await db.execute(
    `delete from dragoman.organiser_sessions where seen_at < now() - ${IDLE} or created_at < now() - ${LONGEST}`,
  );
  const token = newToken();
  const opened = await db.execute(
    `insert into dragoman.organiser_sessions (token_hash, admin_id)
     select $1, a.id from dragoman.admins a
     where a.id = $2 and a.password_hash = $3 and a.disabled_at is null
       and exists (select from dragoman.organiser_secret)`,
    [tokenHash(token), admin.id, admin.passwordHash],
  );
  return opened === 1 ? token : null;
}

/**
 * @param isAct whether the administrator did something; a page that only looks again keeps no
 * session open
 * @returns null for a cookie of no open session
 */
export async function findSession(db: Db, token: string, isAct: boolean): Promise<OpenSession | null> {
  const hash = tokenHash(token);
  const [found] = await db.query<OpenSession['admin'] & { sessionId: string; due: boolean; ends: Date }>(
    `update dragoman.organiser_sessions s
     set seen_at = case when $2 then now() else s.seen_at end
     from dragoman.admins a
     where (s.token_hash = $1 or (s.previous_token_hash = $1 and s.rotated_at > now() - ${GRACE}))
       and s.seen_at > now() - ${IDLE} and s.created_at > now() - ${LONGEST}
       and a.id = s.admin_id and a.disabled_at is null
     returning s.id as "sessionId", s.token_hash = $1 and s.rotated_at < now() - ${ROTATE} as due,
       s.created_at + ${LONGEST} as ends, a.id, a.name, a.totp_proved as "hasCode"`,
    [hash, isAct],
  );
  if (!found) return null;
  const session = {
    id: found.sessionId,
    admin: { id: found.id, name: found.name, hasCode: found.hasCode },
    endsAt: found.ends.toISOString(),
  };
  if (!found.due) return { ...session, freshToken: null };
  const fresh = newToken();
  // One of two simultaneous requests replaces it; the other arrives with the previous one.
  const rotated = await db.execute(
    `update dragoman.organiser_sessions
     set previous_token_hash = token_hash, token_hash = $2, rotated_at = now()
     where id = $1 and token_hash = $3`,
    [session.id, tokenHash(fresh), hash],
  );
  return { ...session, freshToken: rotated === 1 ? fresh : null };
}

export async function closeSession(db: Db, id: string): Promise<void> {
  await db.execute('delete from dragoman.organiser_sessions where id = $1', [id]);
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
