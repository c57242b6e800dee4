/** A sign-in with a passkey, in a session's `amr`: it counts as both factors. */
export const PASSKEY_METHOD = 'webauthn';
/** A second factor that was replaced by a recovery code. */
export const RECOVERY_CODE_METHOD = 'recovery_code';

/** Checks whether the account asks for a second factor. */
export function hasVerifiedFactor(factors: ReadonlyArray<{ status: string }>): boolean {
  return factors.some(({ status }) => status === 'verified');
}
