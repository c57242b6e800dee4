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

export const TOKEN_PURPOSES = [
  'confirmation',
  'recovery',
  'email_change_current',
  'email_change_new',
  'reauthentication',
  'sms',
  'phone_change',
] as const;

/** The purpose of a code or link. */
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number];

/**
 * The `type` values of /verify that mail can bring, and which tokens each one means
 * (supabase-protocol 2.6).
 */
export const VERIFICATION_PURPOSES = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  magiclink: ['recovery'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  // A code of /otp serves either purpose, for a client that need not know whether the account is
  // new.
  email: ['confirmation', 'recovery'],
} as const satisfies Record<string, readonly TokenPurpose[]>;

export type VerificationType = keyof typeof VERIFICATION_PURPOSES;

export function isVerificationType(value: string): value is VerificationType {
  return Object.hasOwn(VERIFICATION_PURPOSES, value);
}

export const RECOVERY_CODE_COUNT = 10;
/** Crockford's base 32: no letter in it looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** A new code such as `7m3k-q0za-19xt`: 60 random bits. */
export function makeRecoveryCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/**
 * Reads a code as people type it: in capitals, with spaces or without hyphens, o for 0, i or l for
 * 1.
 * @returns the code as it was given out, or null when it cannot be one
 */
export function readRecoveryCode(typed: string): string | null {
  if (typed.length > 64) return null;
  const letters = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  if (!new RegExp(`^[${ALPHABET}]{${GROUPS * GROUP_LENGTH}}$`).test(letters)) return null;
  return (letters.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g')) ?? []).join('-');
}

/**
 * The hash that the database stores in the code's place. The user is in it: equal codes of two
 * users have different hashes.
 */
export function hashRecoveryCode(userId: string, code: string): Buffer {
  return createHash('sha256').update(`recovery code ${userId} ${code}`, 'utf8').digest();
}
