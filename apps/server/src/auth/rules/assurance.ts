/** A sign-in with a passkey, in a session's `amr`: it counts as both factors. */
export const PASSKEY_METHOD = 'webauthn';
/** Of a second factor that a recovery code has stood in for. */
export const RECOVERY_CODE_METHOD = 'recovery_code';

/** Whether the account asks for a second factor. */
export function hasVerifiedFactor(factors: ReadonlyArray<{ status: string }>): boolean {
  return factors.some(({ status }) => status === 'verified');
}
