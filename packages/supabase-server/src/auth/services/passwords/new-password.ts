import {
  findWeakness,
  isTooLong,
  MAX_PASSWORD_BYTES,
  type PasswordPolicy,
} from '../../../security/password-policy.ts';
import { AuthError, validationFailed } from '../../errors.ts';

/**
 * Refuses a weak password.
 * @throws {AuthError} 400 validation_failed when too long, 422 weak_password with its reasons
 */
export function checkNewPassword(password: string, policy: PasswordPolicy): void {
  if (isTooLong(password)) {
    throw validationFailed(`password: cannot be longer than ${MAX_PASSWORD_BYTES} bytes`);
  }
  const weakness = findWeakness(password, policy);
  if (weakness) {
    throw new AuthError(422, 'weak_password', weakness.message, {
      weak_password: { reasons: weakness.reasons },
    });
  }
}
