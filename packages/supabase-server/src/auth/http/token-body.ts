import type { SignIn } from '../services/sign-in.ts';
import { userBody } from './user-body.ts';

/** The answer to every sign-in and refresh (supabase-protocol 2.3). */
export function tokenBody({ user, tokens, weakPassword, providerTokens }: SignIn): Record<string, unknown> {
  return {
    access_token: tokens.accessToken,
    token_type: 'bearer',
    expires_in: tokens.expiresIn,
    expires_at: tokens.expiresAt,
    refresh_token: tokens.refreshToken,
    user: userBody(user),
    ...(weakPassword ? { weak_password: weakPassword } : {}),
    ...(providerTokens ? { provider_token: providerTokens.accessToken } : {}),
    ...(providerTokens?.refreshToken ? { provider_refresh_token: providerTokens.refreshToken } : {}),
  };
}
