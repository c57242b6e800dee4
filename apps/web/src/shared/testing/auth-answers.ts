import type { Factor, Session, User } from '@supabase/auth-js';
import type { Profile } from '../api/database-types.ts';
import { AUTH_STORAGE_KEY } from '../auth/auth-storage.ts';
import { json } from './answers.ts';

type Account = Pick<Profile, 'user_id' | 'email'>;

const HOUR_S = 60 * 60;

/** A user as the auth service describes one. */
export function authUser({ user_id: id, email }: Account, factors: readonly Factor[] = []): User {
  const at = '2026-03-02T08:00:00.000Z';
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: email ?? '',
    app_metadata: {},
    user_metadata: {},
    created_at: at,
    updated_at: at,
    is_anonymous: false,
    ...(factors.length > 0 && { factors: [...factors] }),
  };
}

/** The auth service's answer to whom it has signed in. */
export function authTokens(user: User): Session {
  const now = Math.floor(Date.now() / 1000);
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  const claims = { sub: user.id, role: 'authenticated', iat: now, exp: now + HOUR_S };
  return {
    access_token: `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.c2lnbmVk`,
    token_type: 'bearer',
    expires_in: HOUR_S,
    expires_at: now + HOUR_S,
    refresh_token: 'refresh',
    user,
  };
}

/** Keeps a session where the client looks for it. Without one it asks the auth service for nothing. */
export function keepSession(account: Account): void {
  localStorage.setItem(AUTH_STORAGE_KEY, JSON.stringify(authTokens(authUser(account))));
}

/** A refusal of the auth service. */
export function authRefusal(status: number, code: string, message: string): Response {
  const response = json({ code, message }, status);
  response.headers.set('x-supabase-api-version', '2024-01-01');
  return response;
}
