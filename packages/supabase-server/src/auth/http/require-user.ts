import type { Context } from 'hono';
import { recordRejectedTokens } from '../../http/rejected-tokens.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import { type Claims, TokenError } from '../../keys/signing-keys.ts';
import { isUuid } from '../../util/uuid.ts';
import { findSession } from '../data/sessions.ts';
import { findUserById } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, sessionNotFound } from '../errors.ts';
import { isBanned, sessionEnd } from '../rules/access.ts';
import type { SignedInUser } from '../types.ts';

/**
 * The checks of supabase-protocol 2.2, in its order.
 * @throws {AuthError}
 */
export async function requireUser(c: Context<ServerEnv>, deps: AuthDeps): Promise<SignedInUser> {
  const claims = await verifyBearer(c, deps);
  const userId = claims.sub;
  if (userId === undefined || userId === '') throw badJwt('invalid claim: missing sub claim');
  if (!isUuid(userId)) throw badJwt('invalid claim: sub claim must be a UUID', 400);
  const sessionId = claims.session_id;
  if (sessionId !== undefined && !isUuid(sessionId)) {
    throw badJwt('invalid claim: session_id claim must be a UUID');
  }
  const [user, session] = await Promise.all([
    findUserById(deps.db, userId),
    sessionId === undefined ? null : findSession(deps.db, sessionId),
  ]);
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (audienceOf(claims) !== null && audienceOf(claims) !== user.aud) {
    throw badJwt('invalid claim: the token is meant for another audience');
  }
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  if (sessionId !== undefined && session?.user_id !== user.id) throw sessionNotFound();
  if (session && sessionEnd(session, deps.config.auth.sessionLife, Date.now()) !== null) {
    throw sessionNotFound();
  }
  return { claims, user, session };
}

/** The token's audience; the first one when a hand-made token lists several. */
export function audienceOf(claims: Claims): string | null {
  const audience: unknown = Array.isArray(claims.aud) ? claims.aud[0] : claims.aud;
  return typeof audience === 'string' && audience !== '' ? audience : null;
}

async function verifyBearer(c: Context<ServerEnv>, deps: AuthDeps): Promise<Claims> {
  const token = /^Bearer\s+(\S+)\s*$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (token === undefined) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  try {
    return await deps.signingKeys.verify(token);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    recordRejectedTokens(deps.securityLog, deps.config)(error, c.env.incoming);
    throw badJwt(`invalid JWT: unable to parse or verify signature, ${error.message}`);
  }
}

function badJwt(message: string, status: 400 | 403 = 403): AuthError {
  return new AuthError(status, 'bad_jwt', message);
}

/**
 * Works like {@link requireUser}, but refuses anonymous users (supabase-protocol 2.2).
 * @throws {AuthError} 403 no_authorization
 */
export async function requireFullUser(c: Context<ServerEnv>, deps: AuthDeps): Promise<SignedInUser> {
  const caller = await requireUser(c, deps);
  if (caller.user.is_anonymous) {
    throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions');
  }
  return caller;
}
