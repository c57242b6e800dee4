import type { Credentials } from '../keys/api-keys.ts';
import { type KeyRing, TokenError } from '../keys/key-ring.ts';

/** A channel's token that must not be believed; the message is for the client (wire facts C3). */
export class ChannelTokenError extends Error {
  override readonly name = 'ChannelTokenError';
}

/**
 * @param token as the client sent it; none, or an opaque API key, means that the connection's own key decides
 * @param fallback the connection's credentials
 * @throws {ChannelTokenError}
 */
export async function readChannelToken(
  ring: KeyRing,
  token: string | null,
  fallback: Credentials,
): Promise<Credentials> {
  if (token === null || token === '' || token.startsWith('sb_')) return fallback;
  try {
    const claims = await ring.verify(token);
    return { role: claims.role, claims, userToken: claims.sub !== undefined };
  } catch (error) {
    if (error instanceof TokenError) throw new ChannelTokenError(explain(error, token));
    throw error;
  }
}

function explain({ fault }: TokenError, token: string): string {
  switch (fault) {
    case 'expired':
      return expiredMessage(expiryOf(token));
    case 'signature':
      return 'InvalidJWTToken: The token is not signed by this server';
    case 'claims':
      return 'InvalidJWTToken: The token lacks a claim, or holds one that is not valid';
    default:
      return 'MalformedJWT: The token is not a valid JSON Web Token';
  }
}

/** @param exp in seconds since 1970 */
export function expiredMessage(exp: number): string {
  const seconds = Math.max(0, Math.floor(Date.now() / 1000 - exp));
  return `InvalidJWTToken: Token has expired ${seconds} seconds ago`;
}

/** Read from a token whose signature was found good. */
function expiryOf(token: string): number {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  const { exp } = JSON.parse(payload) as { exp?: unknown };
  return typeof exp === 'number' ? exp : 0;
}
