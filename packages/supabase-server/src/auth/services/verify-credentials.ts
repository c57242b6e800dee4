import { isTooLong } from '../../security/password-policy.ts';
import type { SignedInUser } from '../caller.ts';
import type { UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { normalizeEmail } from '../rules/email-address.ts';
import { normalizePhone } from '../rules/phone-number.ts';
import type { Client } from './rate-limits.ts';
import { recordEvent } from './security-events.ts';

/**
 * The proof that a user can give: the password, or, without one, their typed address; a guest has
 * neither.
 */
export function requiredCredential(user: UserRow): 'password' | 'address' | 'none' {
  if (user.is_anonymous) return 'none';
  if (user.encrypted_password !== null) return 'password';
  return user.email === null && user.phone === null ? 'none' : 'address';
}

/**
 * Verifies that the holder of the session is its user, before an irreversible action. Wrong
 * passwords count towards the sign-in limits.
 * @throws {AuthError} 422 invalid_credentials, 400 validation_failed, 429
 */
export async function verifyCredentials(
  deps: AuthDeps,
  { user }: SignedInUser,
  proof: { password: string | null; address: string | null },
  client: Client,
): Promise<void> {
  const kind = requiredCredential(user);
  if (kind === 'password') await verifyPassword(deps, user, proof.password, client);
  if (kind === 'address' && !isTheirs(user, proof.address ?? '')) {
    throw validationFailed('address: must be the address of the account');
  }
}

async function verifyPassword(
  deps: AuthDeps,
  user: UserRow,
  password: string | null,
  client: Client,
): Promise<void> {
  if (password === null || password === '') throw validationFailed('password: missing');
  const isRight = await deps.limits.password(
    client,
    user.email ?? user.phone,
    async () => !isTooLong(password) && (await deps.passwords.verify(password, user.encrypted_password)),
  );
  if (!isRight) {
    recordEvent(deps, client.ip, {
      event: 'sign_in_failed',
      userId: user.id,
      reason: 'wrong_current_password',
    });
    throw new AuthError(422, 'invalid_credentials', 'The password is not right');
  }
}

function isTheirs(user: UserRow, address: string): boolean {
  return (
    (user.email !== null && normalizeEmail(address) === normalizeEmail(user.email)) ||
    (user.phone !== null && normalizePhone(address) === user.phone)
  );
}
