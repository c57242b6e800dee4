import { createHash, randomBytes } from 'node:crypto';
import { decrypt, encrypt } from '../../keys/encrypt.ts';

/** The data of a presented refresh token and its session, read under the session's lock. */
export interface RefreshState {
  presented: {
    id: string;
    /** Seconds since it was used or revoked; null: it is still active. */
    revokedSecondsAgo: number | null;
  };
  /** The newest token of the session that is not revoked. */
  active: { id: string; parentId: string | null } | null;
  /** Seconds after its use in which a token is accepted once more. */
  reuseSeconds: number;
}

/**
 * - `rotate`: revoke the token, if it is not revoked yet, and give a new child.
 * - `repeat`: give the active token again; the client has lost the response that held it.
 * - `refuse`: the token was used before. The thief cannot be told from the owner, so the whole
 *   session loses its tokens.
 */
export type RefreshDecision = 'rotate' | 'repeat' | 'refuse';

/** The rules of supabase-protocol 2.13. */
export function decideRefresh({ presented, active, reuseSeconds }: RefreshState): RefreshDecision {
  if (presented.revokedSecondsAgo === null) return 'rotate';
  // Rotation always leaves an active token. None: the session's tokens were revoked together, and
  // no interval undoes that.
  if (active === null) return 'refuse';
  if (active.parentId === presented.id) return 'repeat';
  return presented.revokedSecondsAgo < reuseSeconds ? 'rotate' : 'refuse';
}

const TOKEN_BYTES = 32;
const ENCRYPTION_PURPOSE = 'dragoman refresh token seal 1';

/**
 * An opaque token: 256 random bits, so that its plain SHA-256 can be stored and no list of guesses
 * helps.
 */
export function makeRefreshToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The hash that the database stores in the token's place. */
export function hashRefreshToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/**
 * Encrypts a token under a key that only its parent gives. Only a caller that presents the parent
 * token can decrypt it.
 */
export function encryptRefreshToken(token: string, parent: string): Buffer {
  return encrypt(token, parent, ENCRYPTION_PURPOSE);
}

/**
 * @throws when `parent` is not the token under which it was encrypted, or the encrypted bytes were
 * changed.
 */
export function decryptRefreshToken(encrypted: Buffer, parent: string): string {
  return decrypt(encrypted, parent, ENCRYPTION_PURPOSE);
}
