import type { Session } from '@supabase/auth-js';

/**
 * Checks whether the session's user has a second factor that this session has not proved. Read off
 * the session itself, as the client does (`mfa.getAuthenticatorAssuranceLevel`), but without
 * waiting: no page may be shown in between. The server decides for itself.
 */
export function owesSecondFactor({ access_token, user }: Pick<Session, 'access_token' | 'user'>): boolean {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && assuranceOf(access_token) !== 'aal2';
}

/** The claim `aal` of an access token; undefined without the claim or for an invalid token. */
function assuranceOf(token: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    // Names in other scripts are bytes here, which does no harm: only the claim is looked at.
    return (JSON.parse(atob(payload)) as { aal?: unknown }).aal;
  } catch {
    return undefined;
  }
}
