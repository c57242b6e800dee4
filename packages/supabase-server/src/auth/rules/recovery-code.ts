import { createHash, randomInt } from 'node:crypto';

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
