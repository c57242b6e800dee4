import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ServerConfig } from '../config/server-config.ts';
import type { Queryable } from '../db/database.ts';
import type { AccessWatch } from './access-watch.ts';
import type { MasterKey } from './master-key.ts';
import { type Claims, type SigningKeys, TokenError } from './signing-keys.ts';

export type ApiRole = 'anon' | 'service_role';

export interface ApiKeys {
  /** The browsers' key: names the project, gives role anon. */
  publishable: string;
  /** The servers' key: gives role service_role, past row-level security. */
  secret: string;
}

/**
 * The keys from the environment, else those made at first start and kept in the database.
 * @throws when the master key cannot read the secret key, or a row is missing
 */
export async function openApiKeys(
  config: Pick<ServerConfig['keys'], 'publishableKey' | 'secretKey'>,
  db: Queryable,
  masterKey: MasterKey,
): Promise<ApiKeys> {
  const purpose = 'API key service_role';
  await db.query(
    `insert into dragoman.api_keys (role, key) values ('anon', $1), ('service_role', $2) on conflict do nothing`,
    [
      `sb_publishable_${randomBytes(24).toString('base64url')}`,
      masterKey.encrypt(`sb_secret_${randomBytes(32).toString('base64url')}`, purpose),
    ],
  );
  const stored = await db.query<{ role: ApiRole; key: string }>('select role, key from dragoman.api_keys');
  const key = (role: ApiRole) => stored.find((row) => row.role === role)?.key;
  const encrypted = key('service_role');
  const publishable = config.publishableKey ?? key('anon');
  const secret = config.secretKey ?? (encrypted && masterKey.decrypt(encrypted, purpose));
  if (!publishable || !secret)
    throw new Error('dragoman.api_keys has lost a row: empty the table to have new keys made');
  return { publishable, secret };
}

/**
 * The identity that a request acts as. `userToken` tells a signed-in user's (or hand-made) token
 * from an API key.
 */
export interface Credentials {
  role: string;
  claims: Claims;
  userToken: boolean;
}

/** Credentials of the opaque keys. A socket keeps its own, so all sockets of a key share them. */
const OF_KEY: Readonly<Record<ApiRole, Credentials>> = {
  anon: { role: 'anon', claims: { role: 'anon' }, userToken: false },
  service_role: { role: 'service_role', claims: { role: 'service_role' }, userToken: false },
};

/** A request without a usable key: services answer 401 in their own form. */
export class MissingApiKeyError extends Error {
  override readonly name = 'MissingApiKeyError';
}

/** Finds out who calls from the headers that the official client sends (supabase-protocol 1.1). */
export interface Authenticator {
  /**
   * @param apikey the `apikey` header or query parameter, if any
   * @param authorization the Authorization header, if any
   * @param request who brought them, for the security log
   * @throws {MissingApiKeyError} when neither names a key
   * @throws {TokenError} when one of them is a token that must not be believed, or whose access has
   * ended
   */
  authenticate(
    apikey: string | undefined,
    authorization: string | undefined,
    request?: IncomingMessage,
  ): Promise<Credentials>;
  /** @returns the role an API key gives (publishable, secret, or a legacy JWT key), or null. */
  apiKeyRole(key: string, request?: IncomingMessage): Promise<ApiRole | null>;
}

/**
 * @param access checks every token, so that no service checks one by itself
 * @param onRejected called for every refused key and token
 */
export function createAuthenticator(
  keys: ApiKeys,
  signingKeys: SigningKeys,
  access: Pick<AccessWatch, 'check'>,
  onRejected: (error: TokenError, request: IncomingMessage | undefined) => void = () => undefined,
): Authenticator {
  function opaqueRole(key: string): ApiRole | null {
    if (sameSecret(key, keys.publishable)) return 'anon';
    if (sameSecret(key, keys.secret)) return 'service_role';
    return null;
  }

  async function apiKeyRole(key: string): Promise<ApiRole | null> {
    if (key.startsWith('sb_')) return opaqueRole(key);
    const { role, sub } = await signingKeys.verify(key);
    return sub === undefined && (role === 'anon' || role === 'service_role') ? role : null;
  }

  async function fromToken(token: string): Promise<Credentials> {
    if (token.startsWith('sb_')) {
      const role = opaqueRole(token);
      if (!role) throw new TokenError('signature', 'the API key is not one of this server');
      return OF_KEY[role];
    }
    const claims = await signingKeys.verify(token);
    await access.check(claims);
    return { role: claims.role, claims, userToken: claims.sub !== undefined };
  }

  async function fromHeaders(
    apikey: string | undefined,
    authorization: string | undefined,
  ): Promise<Credentials> {
    const bearer = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
    if (apikey === undefined && bearer === undefined) {
      throw new MissingApiKeyError('No API key found in request');
    }
    // The key must be good even when a user's token decides the role: it says that the caller is
    // meant for this project.
    const fromKey = apikey === undefined ? null : await fromToken(apikey);
    return bearer === undefined ? (fromKey as Credentials) : fromToken(bearer);
  }

  /** @returns the same result, after reporting a refusal */
  function reportRejection<Result>(
    work: Promise<Result>,
    request: IncomingMessage | undefined,
  ): Promise<Result> {
    return work.catch((error: unknown) => {
      if (error instanceof TokenError) onRejected(error, request);
      throw error;
    });
  }

  return {
    apiKeyRole: (key, request) => reportRejection(apiKeyRole(key), request),
    authenticate: (apikey, authorization, request) =>
      reportRejection(fromHeaders(apikey, authorization), request),
  };
}

/** In a time that tells nothing of where they differ; their length is no secret. */
function sameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
