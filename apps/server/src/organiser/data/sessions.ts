import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../db/database.ts';

/** Without an act of the organiser a session ends after this time, and in any case after the longer one. */
const IDLE = `interval '30 minutes'`;
const LONGEST = `interval '8 hours'`;
/** A cookie is replaced at this age; the one before works a moment longer, for requests that were under way. */
const ROTATE = `interval '10 minutes'`;
const GRACE = `interval '60 seconds'`;

type Db = Pick<Database, 'query' | 'execute'>;

/** A session that is open. */
export interface OpenSession {
  id: string;
  /** What the cookie is to be from now on; null: as it is. */
  freshToken: string | null;
  /** ISO 8601: when the session ends whatever is done. */
  endsAt: string;
}

/**
 * Opens a session for who has given the secret.
 * @param secretHash the one that the secret was compared with: should it have been replaced meanwhile, nothing opens
 * @returns the cookie's value; null when the secret is no longer that one
 */
export async function openSession(db: Db, secretHash: string): Promise<string | null> {
  await db.execute(
    `delete from dragoman.organiser_sessions where seen_at < now() - ${IDLE} or created_at < now() - ${LONGEST}`,
  );
  const token = newToken();
  const opened = await db.execute(
    `insert into dragoman.organiser_sessions (token_hash)
     select $1 from dragoman.organiser_secret where hash = $2`,
    [tokenHash(token), secretHash],
  );
  return opened === 1 ? token : null;
}

/**
 * @param isAct whether the organiser did something; a page that only looks again keeps no session open
 * @returns null for a cookie of no open session
 */
export async function findSession(db: Db, token: string, isAct: boolean): Promise<OpenSession | null> {
  const hash = tokenHash(token);
  const [found] = await db.query<{ id: string; due: boolean; endsAt: Date }>(
    `update dragoman.organiser_sessions
     set seen_at = case when $2 then now() else seen_at end
     where (token_hash = $1 or (previous_token_hash = $1 and rotated_at > now() - ${GRACE}))
       and seen_at > now() - ${IDLE} and created_at > now() - ${LONGEST}
     returning id, token_hash = $1 and rotated_at < now() - ${ROTATE} as due, created_at + ${LONGEST} as "endsAt"`,
    [hash, isAct],
  );
  if (!found) return null;
  const endsAt = found.endsAt.toISOString();
  if (!found.due) return { id: found.id, freshToken: null, endsAt };
  const fresh = newToken();
  // Of two requests at once one replaces it; the other comes with what is the one before now.
  const rotated = await db.execute(
    `update dragoman.organiser_sessions
     set previous_token_hash = token_hash, token_hash = $2, rotated_at = now()
     where id = $1 and token_hash = $3`,
    [found.id, tokenHash(fresh), hash],
  );
  return { id: found.id, freshToken: rotated === 1 ? fresh : null, endsAt };
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
