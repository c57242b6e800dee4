/** The purpose of a code or link. */
export type TokenPurpose =
  | 'confirmation'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'
  | 'sms'
  | 'phone_change';

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

/** The `type` values of /verify that a message to a phone can bring. */
export const PHONE_VERIFICATION_PURPOSES = {
  sms: ['sms'],
  phone_change: ['phone_change'],
} as const satisfies Record<string, readonly TokenPurpose[]>;

export type PhoneVerificationType = keyof typeof PHONE_VERIFICATION_PURPOSES;

export function isPhoneVerificationType(value: string): value is PhoneVerificationType {
  return Object.hasOwn(PHONE_VERIFICATION_PURPOSES, value);
}
