import { createHash, randomBytes } from 'node:crypto';
import { decrypt, encrypt } from '../../keys/encrypt.ts';

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
