import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';

/**
 * Prefix of hashes and links of requests that came with a code challenge (supabase-protocol 2.6).
 */
export const PKCE_PREFIX = 'pkce_';

const LINK_BYTES = 28;

/**
 * A code of decimal digits for people to type, each value as likely as any other.
 * @param digits 6 to 10
 */
export function makeCode(digits: number): string {
  return Array.from({ length: digits }, () => randomInt(10)).join('');
}

/**
 * Gives the form in which a code is kept. A million codes are tried in a second, so the hash needs
 * a key that a copy of the database lacks.
 * @param address lower-case mail address, phone number or id of a challenge
 * @returns hex
 */
export type CodeHasher = (address: string, code: string) => string;

/** @param key outside the database. @returns HMAC-SHA-256 over address and code */
export function createCodeHasher(key: Buffer): CodeHasher {
  return (address, code) =>
    createHmac('sha256', key)
      .update(JSON.stringify([address, code]))
      .digest('hex');
}

/** The random token of a link, 224 bits in hex: this protocol calls it the token's hash. */
export function makeLinkToken(pkce: boolean): string {
  return `${pkce ? PKCE_PREFIX : ''}${randomBytes(LINK_BYTES).toString('hex')}`;
}

/** The hash that the database stores of a link's token or of an authorisation code. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest();
}
