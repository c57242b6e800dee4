import type { SessionRow } from '../data/sessions.ts';
import type { UserRow } from '../data/users.ts';

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
