import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Checks whether an ID token was given together with this access token: its at_hash is the left
 * half of the access token's hash, by the hash of the ID token's own signature (OpenID Connect Core
 * 3.1.3.6).
 */
export function matchesAccessToken(accessTokenHash: string, accessToken: string, algorithm: string): boolean {
  const bits = /(?:256|384|512)$/.exec(algorithm)?.[0] ?? '512';
  const hash = createHash(`sha${bits}`).update(accessToken, 'utf8').digest();
  const half = Buffer.from(hash.subarray(0, hash.length / 2).toString('base64url'));
  const given = Buffer.from(accessTokenHash);
  return half.length === given.length && timingSafeEqual(half, given);
}
