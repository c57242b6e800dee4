import { createHash, randomBytes } from 'node:crypto';
import { seal, unseal } from '../../keys/seal.ts';

const TOKEN_BYTES = 32;
const SEAL_PURPOSE = 'dragoman refresh token seal 1';

/** An opaque token: 256 random bits, so that its plain SHA-256 can be stored and no list of guesses helps. */
export function makeRefreshToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What the database keeps in the token's place. */
export function hashRefreshToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/** Encrypts a token under a key that only its parent gives: the server alone cannot read it, who presents the parent can. */
export function sealRefreshToken(token: string, parent: string): Buffer {
  return seal(token, parent, SEAL_PURPOSE);
}

/** @throws when `parent` is not the token under which it was sealed, or the sealed bytes were changed. */
export function openRefreshToken(sealed: Buffer, parent: string): string {
  return unseal(sealed, parent, SEAL_PURPOSE);
}
