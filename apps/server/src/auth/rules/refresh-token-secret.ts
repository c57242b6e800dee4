import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const SEAL_PURPOSE = 'dragoman refresh token seal 1';

/** An opaque token: 256 random bits, so that its plain SHA-256 can be stored and no list of guesses helps. */
export function makeRefreshToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What the database keeps in the token's place. */
export function hashRefreshToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/**
 * Encrypts a token under a key that only its parent gives: the server alone cannot read it, who presents the parent can.
 * @returns initialisation vector, authentication tag and ciphertext, in one piece
 */
export function sealRefreshToken(token: string, parent: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, sealKey(parent), iv);
  const text = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** @throws when `parent` is not the token under which it was sealed, or the sealed bytes were changed. */
export function openRefreshToken(sealed: Buffer, parent: string): string {
  const iv = sealed.subarray(0, IV_BYTES);
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, sealKey(parent), iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  );
}

function sealKey(parent: string): Buffer {
  return Buffer.from(hkdfSync('sha256', parent, '', SEAL_PURPOSE, 32));
}
