import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { isUuid } from '../util/uuid.ts';
import { type Claims, TokenError } from './signing-keys.ts';

/**
 * Whether the user and the session of a token still have access (docs/adr/0003). A token states the
 * facts at the time of signing: its session may have ended since, and its user may be deleted,
 * banned, or protected by a second factor.
 */
export interface AccessWatch {
  /**
   * Checks a token that {@link SigningKeys.verify} accepted. Tokens without a session and with a
   * role other than `authenticated` belong to API keys or are the operator's own: they pass.
   * @throws {TokenError} `ended`, `second_factor` or `claims`; what the database throws when it
   * cannot be asked
   */
  check(claims: Claims): Promise<void>;
  /**
   * Calls `listener` when the access of a user may have changed; with null, when any user's may
   * have.
   * @returns a function that ends it
   */
  onChange(listener: (userId: string | null) => void): () => void;
  /**
   * Resolves when this process knows of every change committed so far; within a second in any case.
   */
  settle(): Promise<void>;
}

/** The database's state of a token's user and session; null for a user who does not exist. */
type Standing = { banned: boolean; session: boolean; secondFactor: boolean } | null;

/**
 * Told by triggers (platform/02_auth.sql); the payload is a user's id, or a mark of {@link
 * AccessWatch.settle}.
 */
const NOTIFY_CHANNEL = 'dragoman_access';
const MARK = 'mark:';

/**
 * The lifetime of a cached result without a notification of a change, which may be lost with its
 * connection.
 */
const KEPT_MS = 5000;
const KEPT_USERS = 10_000;
const SETTLE_MS = 1000;

const STANDING = `
  select coalesce(u.banned_until > now(), false) as banned,
    $2::uuid is null or exists (
      select from auth.sessions s
      where s.id = $2 and s.user_id = u.id and (s.not_after is null or s.not_after > now())
    ) as session,
    exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as "secondFactor"
  from auth.users u where u.id = $1 and u.deleted_at is null`;

/**
 * Listens for changes of access. The connection that listens belongs to the database, which closes
 * it.
 * @throws when the database cannot be reached
 */
export async function openAccessWatch(db: Pick<Database, 'query' | 'listen'>): Promise<AccessWatch> {
  /**
   * The results by user, then by session; '' for tokens without one. Promises, so that requests at
   * once share one query.
   */
  const known = new LRUCache<string, Map<string, Promise<Standing>>>({ max: KEPT_USERS, ttl: KEPT_MS });
  const listeners = new Set<(userId: string | null) => void>();
  const marks = new Map<string, () => void>();
  let listening = false;

  function changed(userId: string | null): void {
    if (userId === null) known.clear();
    else known.delete(userId);
    for (const listener of listeners) listener(userId);
  }

  function standingOf(userId: string, sessionId: string | null): Promise<Standing> {
    // Without a listener, changes go unnoticed, so nothing may be cached.
    if (!listening) return queryStanding(db, userId, sessionId);
    let sessions = known.get(userId);
    if (!sessions) {
      sessions = new Map();
      known.set(userId, sessions);
    }
    const key = sessionId ?? '';
    let standing = sessions.get(key);
    if (!standing) {
      const kept = sessions;
      standing = queryStanding(db, userId, sessionId);
      kept.set(key, standing);
      standing.catch(() => kept.delete(key));
    }
    return standing;
  }

  await db.listen(
    NOTIFY_CHANNEL,
    (payload) => {
      if (payload.startsWith(MARK)) marks.get(payload)?.();
      else changed(payload);
    },
    () => {
      listening = true;
      changed(null);
    },
    () => {
      listening = false;
      known.clear();
      for (const notified of marks.values()) notified();
    },
  );

  return {
    async check(claims) {
      const { sub, session_id: sessionId } = claims;
      if (sessionId === undefined && claims.role !== 'authenticated') return;
      if (!isUuid(sub)) throw new TokenError('claims', 'invalid claim: sub claim must be a UUID');
      if (sessionId !== undefined && !isUuid(sessionId)) {
        throw new TokenError('claims', 'invalid claim: session_id claim must be a UUID');
      }
      // Notifications name users as PostgreSQL prints them.
      refuse(await standingOf(sub.toLowerCase(), sessionId ?? null), claims);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async settle() {
      if (!listening) return;
      const mark = `${MARK}${randomUUID()}`;
      let timer: NodeJS.Timeout | undefined;
      // Notifications arrive in the order of their commits.
      const notified = new Promise<void>((resolve) => {
        marks.set(mark, resolve);
        timer = setTimeout(() => {
          known.clear();
          resolve();
        }, SETTLE_MS);
      });
      try {
        await db.query('select pg_notify($1, $2)', [NOTIFY_CHANNEL, mark]);
        await notified;
      } catch {
        known.clear();
      } finally {
        clearTimeout(timer);
        marks.delete(mark);
      }
    },
  };
}

async function queryStanding(
  db: Pick<Database, 'query'>,
  userId: string,
  sessionId: string | null,
): Promise<Standing> {
  const [standing] = await db.query<NonNullable<Standing>>(STANDING, [userId, sessionId]);
  return standing ?? null;
}

/** In the words of the auth service (supabase-protocol 2.2). @throws {TokenError} */
function refuse(standing: Standing, { aal }: Claims): void {
  if (!standing) throw new TokenError('ended', 'User from sub claim in JWT does not exist');
  if (standing.banned) throw new TokenError('ended', 'User is banned');
  if (!standing.session) {
    throw new TokenError('ended', 'Session from session_id claim in JWT does not exist');
  }
  if (standing.secondFactor && aal !== 'aal2') {
    throw new TokenError('second_factor', SECOND_FACTOR_MISSING);
  }
}

/** The same words as `private.require_second_factor()` in SQL. */
export const SECOND_FACTOR_MISSING = 'This account has a second factor: prove it to go on';
