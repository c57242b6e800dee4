import type { Queryable } from '../../db/database.ts';
import type { WeakPassword } from '../../security/password-policy.ts';
import type { Caller } from '../caller.ts';
import { insertRefreshToken } from '../data/refresh-tokens.ts';
import { deleteSession, insertSession, type SessionRow } from '../data/sessions.ts';
import type { UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { hashRefreshToken, makeRefreshToken } from '../rules/refresh-token-secret.ts';
import type { ProviderTokens } from '../types.ts';
import { accessTokenClaims } from './access-token-claims.ts';

export interface Tokens {
  accessToken: string;
  /** Seconds. */
  expiresIn: number;
  /** Unix seconds. */
  expiresAt: number;
  refreshToken: string;
}

/** The result of a sign-in or refresh for the client. */
export interface SignIn {
  user: UserRow;
  tokens: Tokens;
  /** The password is right, but today's rules would refuse it. */
  weakPassword?: WeakPassword | null;
  /** The other service's tokens, for the client alone. */
  providerTokens?: ProviderTokens | null;
}

export interface OpenedSession {
  session: SessionRow;
  /** Whether the session is of this sign-in. */
  isNew?: boolean;
  /** The first of the session, in clear: the database has its hash alone. */
  refreshToken: string;
}

/**
 * Opens a session and makes its first refresh token.
 * @param method how the user proved who they are, a method of supabase-protocol 2.3
 * @param sso the single sign-on provider that vouched for them, and until when
 */
export async function openSession(
  tx: Queryable,
  userId: string,
  method: string,
  caller: Caller,
  sso: { provider: string | null; notAfter: Date | null } = { provider: null, notAfter: null },
): Promise<OpenedSession> {
  const { provider, notAfter } = sso;
  const session = await insertSession(tx, {
    userId,
    amr: [{ method, timestamp: Math.floor(Date.now() / 1000), ...(provider === null ? {} : { provider }) }],
    userAgent: caller.userAgent,
    ip: caller.ip,
    notAfter,
  });
  return { session, isNew: true, refreshToken: await beginTokens(tx, session.id) };
}

/** Creates a session's first refresh token, which has no parent. */
export async function beginTokens(tx: Queryable, sessionId: string): Promise<string> {
  const refreshToken = makeRefreshToken();
  await insertRefreshToken(tx, {
    hash: hashRefreshToken(refreshToken),
    encrypted: null,
    sessionId,
    parentId: null,
  });
  return refreshToken;
}

/**
 * Signs the access token that goes with a refresh token.
 * @param grant.isRefresh whether the client exchanges a refresh token
 * @throws {AuthError} what the hook for access tokens answers; a new session is gone then
 */
export async function issueTokens(
  { signingKeys, config, customAccessToken, db }: AuthDeps,
  grant: { user: UserRow; caller: Caller; isRefresh?: boolean } & OpenedSession,
): Promise<Tokens> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const { accessTokenSeconds, sessionLife } = config.auth;
  // A token does not outlive its session.
  const sessionEndsAt = Math.floor(grant.session.created_at.getTime() / 1000) + sessionLife.maxSeconds;
  const left = sessionLife.maxSeconds === 0 ? accessTokenSeconds : Math.max(1, sessionEndsAt - issuedAt);
  const expiresIn = Math.min(accessTokenSeconds, left);
  const expiresAt = issuedAt + expiresIn;
  const claims = await customAccessToken({
    userId: grant.user.id,
    claims: accessTokenClaims({ ...grant, issuer: grant.caller.issuer, issuedAt, expiresAt }),
    method: grant.isRefresh ? 'token_refresh' : (grant.session.amr[0]?.method ?? 'password'),
  }).catch(async (error: unknown) => {
    if (grant.isNew) await deleteSession(db, grant.session.id);
    throw error;
  });
  return {
    accessToken: await signingKeys.sign(claims),
    expiresIn,
    expiresAt,
    refreshToken: grant.refreshToken,
  };
}
