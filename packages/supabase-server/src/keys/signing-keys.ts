import { createSecretKey, randomUUID } from 'node:crypto';
import {
  calculateJwkThumbprint,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import { LRUCache } from 'lru-cache';
import type { ServerConfig } from '../config/server-config.ts';
import type { Queryable } from '../db/database.ts';
import type { MasterKey } from './master-key.ts';

type VerificationKey = Awaited<ReturnType<typeof importJWK>> | ReturnType<typeof createSecretKey>;

export type Claims = Record<string, unknown> & {
  role: string;
  sub?: string;
  exp?: number;
  session_id?: string;
};

/**
 * `ended`: the session or its user was deleted or banned. `second_factor`: the session has not
 * proved the user's second factor.
 */
export type TokenFault = 'malformed' | 'signature' | 'expired' | 'claims' | 'ended' | 'second_factor';

/**
 * A bearer token that must not be believed, and why; services turn it into the error of their
 * protocol.
 */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly fault: TokenFault;

  constructor(fault: TokenFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Signs and verifies this installation's JSON Web Tokens. */
export interface SigningKeys {
  /** Signs `claims` with the current key; `iat` and `exp` are the caller's. */
  sign(claims: Record<string, unknown>): Promise<string>;
  /**
   * Checks signature, time and the presence of a role. Answers are remembered until the token
   * expires.
   * @throws {TokenError}
   */
  verify(token: string): Promise<Claims>;
  /**
   * Checks a token that was signed for one purpose of the server's own, such as a link to a file:
   * its `aud` must be the purpose. Such tokens carry no role, so that {@link SigningKeys.verify}
   * refuses them, and this refuses whatever carries one.
   * @throws {TokenError}
   */
  verifyPurpose(token: string, purpose: string): Promise<Record<string, unknown>>;
  /** Public halves of the asymmetric keys (RFC 7517); shared secrets are never in it. */
  jwks(): { keys: JWK[] };
}

interface Entry {
  kid: string | undefined;
  alg: string;
  verify: VerificationKey;
  sign: VerificationKey | null;
  publicJwk: JWK | null;
}

const ALGORITHMS = ['ES256', 'RS256', 'EdDSA', 'HS256'];
const REMEMBERED_TOKENS = 5000;

/**
 * Collects the keys: JWT_KEYS, JWT_SECRET, and the ES256 key made at first start and kept in the
 * database. The first private key of that list signs, as self-hosted Supabase does; all of them
 * verify.
 * @throws when a JWK of JWT_KEYS cannot be used, or the master key cannot read a stored one.
 */
export async function openSigningKeys(
  config: Pick<ServerConfig['keys'], 'jwtSecret' | 'jwtKeys'>,
  db: Queryable,
  masterKey: MasterKey,
): Promise<SigningKeys> {
  const entries: Entry[] = [];
  for (const jwk of config.jwtKeys ?? []) entries.push(await importEntry(jwk as JWK, 'JWT_KEYS'));
  const secret = config.jwtSecret === null ? null : createSecretKey(Buffer.from(config.jwtSecret, 'utf8'));
  if (secret) entries.push({ kid: undefined, alg: 'HS256', verify: secret, sign: secret, publicJwk: null });
  for (const jwk of await storedKeys(db, masterKey)) entries.push(await importEntry(jwk, 'the database'));
  return createSigningKeys(entries);
}

function createSigningKeys(entries: readonly Entry[]): SigningKeys {
  const signer = entries.find((entry) => entry.sign !== null);
  if (!signer?.sign) throw new Error('JWT_KEYS holds no private key to sign with');
  const { sign: signingKey, alg, kid } = signer;
  const remembered = new LRUCache<string, Claims>({ max: REMEMBERED_TOKENS });

  function candidates(header: { kid?: string; alg: string }): Entry[] {
    if (header.kid !== undefined) {
      const named = entries.filter((entry) => entry.kid === header.kid);
      if (named.length > 0) return named;
      // A kid that no key has: only the shared secret may still have signed it
      // (supabase-protocol 2.2).
      return entries.filter(
        (entry) => entry.kid === undefined && entry.alg === 'HS256' && header.alg === 'HS256',
      );
    }
    return entries.filter((entry) => entry.alg === header.alg);
  }

  async function check(token: string): Promise<JWTPayload> {
    const header = parseHeader(token);
    for (const entry of candidates(header)) {
      if (entry.alg !== header.alg) continue;
      try {
        return (await jwtVerify(token, entry.verify, { algorithms: [entry.alg] })).payload;
      } catch (error) {
        if (error instanceof errors.JWSSignatureVerificationFailed) continue;
        throw toTokenError(error);
      }
    }
    throw new TokenError('signature', 'no key of this server signed the token');
  }

  return {
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT', ...(kid ? { kid } : {}) }).sign(signingKey),
    async verify(token) {
      const known = remembered.get(token);
      if (known) {
        if (known.exp === undefined || known.exp * 1000 > Date.now()) return known;
        remembered.delete(token);
        throw new TokenError('expired', 'JWT expired');
      }
      const claims = requireRole(await check(token));
      remembered.set(token, claims);
      return claims;
    },
    async verifyPurpose(token, purpose) {
      const payload = await check(token);
      if (payload.role !== undefined || payload.aud !== purpose) {
        throw new TokenError('claims', 'the token was made for another purpose');
      }
      return payload;
    },
    jwks: () => ({ keys: entries.flatMap(({ publicJwk }) => (publicJwk ? [publicJwk] : [])) }),
  };
}

function requireRole(payload: JWTPayload): Claims {
  if (typeof payload.role !== 'string' || payload.role === '') {
    throw new TokenError('claims', 'the token names no role');
  }
  return payload as Claims;
}

function parseHeader(token: string): { kid?: string; alg: string } {
  const [head, payload, signature, ...rest] = token.split('.');
  if (!head || !payload || signature === undefined || rest.length > 0) {
    throw new TokenError('malformed', `the token has ${token.split('.').length} parts instead of 3`);
  }
  try {
    const header: unknown = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'));
    const { alg, kid } = header as { alg?: unknown; kid?: unknown };
    if (typeof alg === 'string' && ALGORITHMS.includes(alg)) {
      return typeof kid === 'string' ? { alg, kid } : { alg };
    }
  } catch {
    // falls through to the one refusal
  }
  throw new TokenError('malformed', 'the token has no header that this server accepts');
}

function toTokenError(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return new TokenError('expired', 'JWT expired');
  if (error instanceof errors.JWTClaimValidationFailed) return new TokenError('claims', error.message);
  if (error instanceof errors.JOSEError) return new TokenError('malformed', error.message);
  return error;
}

/**
 * The stored keys, the signing one first; makes that one at first start. Processes starting at once
 * agree on one.
 */
async function storedKeys(db: Queryable, masterKey: MasterKey): Promise<JWK[]> {
  const found = await readKeys(db, masterKey);
  if (found.length > 0) return found;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = randomUUID();
  const jwk: JWK = { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' };
  await db.query(
    'insert into dragoman.signing_keys (kid, jwk, current) values ($1, to_jsonb($2::text), true) on conflict do nothing',
    [kid, masterKey.encrypt(JSON.stringify(jwk), `signing key ${kid}`)],
  );
  return readKeys(db, masterKey);
}

async function readKeys(db: Queryable, masterKey: MasterKey): Promise<JWK[]> {
  const rows = await db.query<{ kid: string; jwk: string }>(
    `select kid, jwk #>> '{}' as jwk from dragoman.signing_keys order by current desc, created_at desc`,
  );
  return rows.map(({ kid, jwk }) => JSON.parse(masterKey.decrypt(jwk, `signing key ${kid}`)) as JWK);
}

async function importEntry(jwk: JWK, source: string): Promise<Entry> {
  const alg = jwk.alg ?? defaultAlgorithm(jwk);
  if (!alg || !ALGORITHMS.includes(alg)) {
    throw new Error(
      `${source} holds a key that cannot be used (kty ${jwk.kty}, alg ${jwk.alg ?? 'missing'})`,
    );
  }
  if (jwk.kty === 'oct') {
    const secret = await importJWK(jwk, alg);
    return { kid: jwk.kid, alg, verify: secret, sign: secret, publicJwk: null };
  }
  const { d, p, q, dp, dq, qi, k, key_ops, ...rest } = jwk;
  const kid = jwk.kid ?? (await calculateJwkThumbprint(jwk));
  const publicJwk: JWK = { ...rest, alg, kid, use: 'sig', key_ops: ['verify'] };
  return {
    kid,
    alg,
    verify: await importJWK(publicJwk, alg),
    sign: d === undefined ? null : await importJWK({ ...jwk, key_ops: ['sign'] }, alg),
    publicJwk,
  };
}

function defaultAlgorithm(jwk: JWK): string | undefined {
  if (jwk.kty === 'EC' && jwk.crv === 'P-256') return 'ES256';
  if (jwk.kty === 'RSA') return 'RS256';
  if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519') return 'EdDSA';
  return jwk.kty === 'oct' ? 'HS256' : undefined;
}
