import type { Queryable } from '../../db/database.ts';
import {
  type ActiveToken,
  deleteSession,
  findActiveToken,
  findRefreshToken,
  insertRefreshToken,
  lockSession,
  revokeRefreshToken,
  revokeTokensOfSession,
  type SessionRow,
  touchSession,
} from '../data/sessions.ts';
import { withRowLocks } from '../data/transaction.ts';
import { findUserById, type UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, OAuthError } from '../errors.ts';
import { isBanned, sessionEnd } from '../rules/access.ts';
import {
  decideRefresh,
  decryptRefreshToken,
  encryptRefreshToken,
  hashRefreshToken,
  makeRefreshToken,
} from '../rules/refresh-token.ts';
import type { Caller, SignIn } from '../types.ts';
import { recordEvent } from './security-events.ts';
import { issueTokens } from './sign-in.ts';

/**
 * A grant, or the refusal of a token that was used before: a value, not a throw, since the
 * revocation must be committed.
 */
type Outcome = { user: UserRow; session: SessionRow; refreshToken: string } | AuthError;

/**
 * Exchanges a refresh token for new tokens: rotation, repetition of a lost answer and detection of
 * reuse (supabase-protocol 2.13).
 * @throws {AuthError} 400 refresh_token_not_found, refresh_token_already_used, session_not_found,
 * session_expired, user_banned; 409 conflict
 */
export async function refreshSession(
  deps: AuthDeps,
  presented: string | null,
  caller: Caller,
): Promise<SignIn> {
  if (presented === null) throw new OAuthError('invalid_request', 'refresh_token required');
  const outcome = await withRowLocks(deps.db, (tx) => exchange(tx, presented, caller, deps));
  if (outcome instanceof AuthError) throw outcome;
  return { user: outcome.user, tokens: await issueTokens(deps, { ...outcome, caller, isRefresh: true }) };
}

async function exchange(tx: Queryable, presented: string, caller: Caller, deps: AuthDeps): Promise<Outcome> {
  const hash = hashRefreshToken(presented);
  const found = await findRefreshToken(tx, hash);
  if (!found) throw refusal('refresh_token_not_found', 'Refresh Token Not Found');
  const session = await lockSession(tx, found.session_id);
  if (!session) throw refusal('session_not_found', 'Session Not Found');
  // Reads from before the lock may be stale: its last holder may have used the same token.
  const [token, active, user] = await Promise.all([
    findRefreshToken(tx, hash),
    findActiveToken(tx, session.id),
    findUserById(tx, session.user_id),
  ]);
  if (!token) throw refusal('refresh_token_not_found', 'Refresh Token Not Found');
  if (!user) throw refusal('session_not_found', 'Session Not Found');
  if (isBanned(user)) throw refusal('user_banned', 'User Banned');
  const end = sessionEnd(session, deps.config.auth.sessionLife, Date.now());
  if (end === 'not_after') throw refusal('session_expired', 'Session Expired');
  if (end !== null) {
    // Its access token ends with it, and it leaves the list of the user's devices.
    await deleteSession(tx, session.id);
    return refusal('session_expired', end === 'idle' ? 'Session Expired (Inactivity)' : 'Session Expired');
  }

  const decision = decideRefresh({
    presented: { id: token.id, revokedSecondsAgo: token.revoked_seconds_ago },
    active: active && { id: active.id, parentId: active.parent_id },
    reuseSeconds: deps.config.auth.refreshReuseSeconds,
  });
  if (decision === 'refuse') {
    await revokeTokensOfSession(tx, session.id);
    deps.log.warn(
      { userId: user.id, sessionId: session.id },
      'a refresh token was used again: the tokens of its session are revoked',
    );
    recordEvent(deps, caller.ip, { event: 'refresh_token_reused', userId: user.id });
    return refusal('refresh_token_already_used', 'Already Used');
  }
  const refreshToken =
    decision === 'repeat'
      ? openActiveToken(active, presented)
      : await rotate(tx, { presented, parentId: token.id, sessionId: session.id });
  await touchSession(tx, session.id, caller);
  return { user, session, refreshToken };
}

async function rotate(
  tx: Queryable,
  { presented, parentId, sessionId }: { presented: string; parentId: string; sessionId: string },
): Promise<string> {
  const child = makeRefreshToken();
  await revokeRefreshToken(tx, parentId);
  await insertRefreshToken(tx, {
    hash: hashRefreshToken(child),
    encrypted: encryptRefreshToken(child, presented),
    sessionId,
    parentId,
  });
  return child;
}

function openActiveToken(active: ActiveToken | null, parent: string): string {
  if (!active?.token_sealed) throw new Error('an active refresh token with a parent has no sealed form');
  return decryptRefreshToken(active.token_sealed, parent);
}

function refusal(code: string, reason: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${reason}`);
}
