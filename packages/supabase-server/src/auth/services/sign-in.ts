import type { Queryable } from '../../db/database.ts';
import { deleteSession, insertRefreshToken, insertSession, type SessionRow } from '../data/sessions.ts';
import type { UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { hashRefreshToken, makeRefreshToken } from '../rules/refresh-token.ts';
import type { Caller, Tokens } from '../types.ts';

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
 * @throws {AuthError} a method's refusal of the claims; a new session is gone then
 */
export async function issueTokens(
  { signingKeys, config, methods, db }: AuthDeps,
  grant: { user: UserRow; caller: Caller; isRefresh?: boolean } & OpenedSession,
): Promise<Tokens> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const { accessTokenSeconds, sessionLife } = config.auth;
  // A token does not outlive its session.
  const sessionEndsAt = Math.floor(grant.session.created_at.getTime() / 1000) + sessionLife.maxSeconds;
  const left = sessionLife.maxSeconds === 0 ? accessTokenSeconds : Math.max(1, sessionEndsAt - issuedAt);
  const expiresIn = Math.min(accessTokenSeconds, left);
  const expiresAt = issuedAt + expiresIn;
  let claims = accessTokenClaims({ ...grant, issuer: grant.caller.issuer, issuedAt, expiresAt });
  const method = grant.isRefresh ? 'token_refresh' : (grant.session.amr[0]?.method ?? 'password');
  try {
    for (const { changeClaims } of methods) {
      if (changeClaims) claims = await changeClaims({ userId: grant.user.id, claims, method });
    }
  } catch (error) {
    if (grant.isNew) await deleteSession(db, grant.session.id);
    throw error;
  }
  return {
    accessToken: await signingKeys.sign(claims),
    expiresIn,
    expiresAt,
    refreshToken: grant.refreshToken,
  };
}

/**
 * The claims of an access token (supabase-protocol 2.3). `aud` is a plain string; an address that
 * is missing is ''.
 * @param token times in Unix seconds
 */
export function accessTokenClaims(token: {
  user: Pick<
    UserRow,
    'id' | 'aud' | 'role' | 'email' | 'phone' | 'raw_app_meta_data' | 'raw_user_meta_data' | 'is_anonymous'
  >;
  session: Pick<SessionRow, 'id' | 'aal' | 'amr'>;
  issuer: string;
  issuedAt: number;
  expiresAt: number;
}): Record<string, unknown> {
  const { user, session } = token;
  return {
    iss: token.issuer,
    sub: user.id,
    aud: user.aud,
    exp: token.expiresAt,
    iat: token.issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  };
}
