import type { AccessWatch } from '../keys/access-watch.ts';
import type { Credentials } from '../keys/api-keys.ts';
import { type SigningKeys, TokenError } from '../keys/signing-keys.ts';
import type { SecurityLog } from '../security/security-log.ts';
import type { Logger } from '../util/logger.ts';
import { AuthorizationError } from './authorization.ts';

/**
 * A channel's token that must not be believed; the message is for the client
 * (supabase-protocol 4.3).
 */
export class ChannelTokenError extends Error {
  override readonly name = 'ChannelTokenError';
}

/**
 * @param token as the client sent it; without one, or with an opaque API key, the connection's own
 * key decides
 * @param connection its credentials apply without a token
 * @throws {ChannelTokenError} for an invalid token, or one whose access has ended
 * @throws {AuthorizationError} when the check of the access fails
 */
export async function readChannelToken(
  services: {
    signingKeys: SigningKeys;
    access: Pick<AccessWatch, 'check'>;
    log: Logger;
    securityLog: SecurityLog;
  },
  token: string | null,
  { credentials: fallback, network }: { credentials: Credentials; network: string },
): Promise<Credentials> {
  const { signingKeys, access, log, securityLog } = services;
  const own = token === null || token === '' || token.startsWith('sb_') ? null : token;
  try {
    const claims = own === null ? fallback.claims : await signingKeys.verify(own);
    await access.check(claims);
    return own === null ? fallback : { role: claims.role, claims, userToken: claims.sub !== undefined };
  } catch (error) {
    if (error instanceof TokenError && (error.fault === 'signature' || error.fault === 'malformed')) {
      securityLog.record({ event: 'token_rejected', reason: error.fault, network });
    }
    if (error instanceof TokenError) throw new ChannelTokenError(explain(error, own ?? ''));
    const { name, message } = error as Error;
    log.error({ err: { name, message } }, 'the session of a token could not be looked up');
    throw new AuthorizationError('UnableToAuthorize: The session cannot be looked up at the moment');
  }
}

/** The message for a client whose access has ended or does not suffice. */
export function accessMessage({ message }: TokenError): string {
  return `InvalidJWTToken: ${message}`;
}

function explain(error: TokenError, token: string): string {
  switch (error.fault) {
    case 'expired':
      return expiredMessage(expiryOf(token));
    case 'signature':
      return 'InvalidJWTToken: The token is not signed by this server';
    case 'ended':
    case 'second_factor':
      return accessMessage(error);
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
