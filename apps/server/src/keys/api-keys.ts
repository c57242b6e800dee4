import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { Queryable } from '../db/database.ts';
import { type Claims, type KeyRing, TokenError } from './key-ring.ts';

export type ApiRole = 'anon' | 'service_role';

export interface ApiKeys {
  /** For browsers: names the project, gives role anon. */
  publishable: string;
  /** For servers: gives role service_role, past row-level security. */
  secret: string;
}

/** The keys from the environment, else those made at first start and kept in the database. */
export async function openApiKeys(config: Config['keys'], db: Queryable): Promise<ApiKeys> {
  await db.query(
    `insert into dragoman.api_keys (role, key) values ('anon', $1), ('service_role', $2) on conflict do nothing`,
    [
      `sb_publishable_${randomBytes(24).toString('base64url')}`,
      `sb_secret_${randomBytes(32).toString('base64url')}`,
    ],
  );
  const stored = await db.query<{ role: ApiRole; key: string }>('select role, key from dragoman.api_keys');
  const key = (role: ApiRole) => stored.find((row) => row.role === role)?.key;
  const publishable = config.publishableKey ?? key('anon');
  const secret = config.secretKey ?? key('service_role');
  if (!publishable || !secret)
    throw new Error('dragoman.api_keys has lost a row: empty the table to have new keys made');
  return { publishable, secret };
}

/** Who a request acts as. `userToken` tells a signed-in user's (or hand-made) token from an API key. */
export interface Credentials {
  role: string;
  claims: Claims;
  userToken: boolean;
}

/** A request without a usable key: services answer 401 in their own form. */
export class MissingApiKeyError extends Error {
  override readonly name = 'MissingApiKeyError';
}

/** Finds out who calls from the headers that the official client sends (wire facts, section 0). */
export interface Authenticator {
  /**
   * @param apikey the `apikey` header or query parameter, if any
   * @param authorization the Authorization header, if any
   * @throws {MissingApiKeyError} when neither names a key
   * @throws {TokenError} when one of them is a token that must not be believed
   */
  authenticate(apikey: string | undefined, authorization: string | undefined): Promise<Credentials>;
  /** @returns the role an API key gives (publishable, secret, or a legacy JWT key), or null. */
  apiKeyRole(key: string): Promise<ApiRole | null>;
}

export function createAuthenticator(keys: ApiKeys, ring: KeyRing): Authenticator {
  function opaqueRole(key: string): ApiRole | null {
    if (sameSecret(key, keys.publishable)) return 'anon';
    if (sameSecret(key, keys.secret)) return 'service_role';
    return null;
  }

  async function apiKeyRole(key: string): Promise<ApiRole | null> {
    if (key.startsWith('sb_')) return opaqueRole(key);
    const { role, sub } = await ring.verify(key);
    return sub === undefined && (role === 'anon' || role === 'service_role') ? role : null;
  }

  async function fromToken(token: string): Promise<Credentials> {
    if (token.startsWith('sb_')) {
      const role = opaqueRole(token);
      if (!role) throw new TokenError('signature', 'the API key is not one of this server');
      return { role, claims: { role }, userToken: false };
    }
    const claims = await ring.verify(token);
    return { role: claims.role, claims, userToken: claims.sub !== undefined };
  }

  return {
    apiKeyRole,
    async authenticate(apikey, authorization) {
      const bearer = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
      if (apikey === undefined && bearer === undefined) {
        throw new MissingApiKeyError('No API key found in request');
      }
      // The key must be good even when a user's token decides the role: it says that the caller is meant for this project.
      const fromKey = apikey === undefined ? null : await fromToken(apikey);
      return bearer === undefined ? (fromKey as Credentials) : fromToken(bearer);
    },
  };
}

/** In a time that tells nothing of where they differ; their length is no secret. */
function sameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
