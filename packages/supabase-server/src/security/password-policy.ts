import { isCommonPassword } from './common-passwords.ts';

/**
 * Longer passwords are refused: other servers of this protocol hash with bcrypt, which reads no
 * further.
 */
export const MAX_PASSWORD_BYTES = 72;

/** Why a password is too weak, in the protocol's words (supabase-protocol 2.1). */
export type WeakPasswordReason = 'length' | 'characters' | 'pwned';

export interface PasswordPolicy {
  /** Characters (code points) that a password must have at least. */
  minimumPasswordLength: number;
}

export interface WeakPassword {
  message: string;
  reasons: WeakPasswordReason[];
}

/** @returns what makes the password too weak, or null when it is good enough. */
export function findWeakness(password: string, policy: PasswordPolicy): WeakPassword | null {
  if ([...password].length < policy.minimumPasswordLength) {
    return {
      message: `Password should be at least ${policy.minimumPasswordLength} characters.`,
      reasons: ['length'],
    };
  }
  if (isCommonPassword(password)) {
    return {
      message: 'This password is one of the most common ones and easy to guess, please choose another one.',
      reasons: ['pwned'],
    };
  }
  return null;
}

export function isTooLong(password: string): boolean {
  return Buffer.byteLength(password, 'utf8') > MAX_PASSWORD_BYTES;
}
