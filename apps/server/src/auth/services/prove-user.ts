import type { SignedInUser } from '../caller.ts';
import type { UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { normalizeEmail } from '../rules/email-address.ts';
import { isTooLong } from '../rules/password-policy.ts';
import { normalizePhone } from '../rules/phone-number.ts';

/** What shows that it is them: the password, or, for who has none, their address typed out; a guest has neither. */
export function proofOf(user: UserRow): 'password' | 'address' | 'none' {
  if (user.is_anonymous) return 'none';
  if (user.encrypted_password !== null) return 'password';
  return user.email === null && user.phone === null ? 'none' : 'address';
}

/**
 * Makes sure that whoever holds the session is its user, before something that cannot be undone. Guesses at the password are counted
 * with those of signing in. An account with a second factor needs a session that has proved it.
 * @throws {AuthError} 401 insufficient_aal, 422 invalid_credentials, 400 validation_failed, 429
 */
export async function proveUser(
  deps: AuthDeps,
  { user, session }: SignedInUser,
  proof: { password: string | null; address: string | null },
  ip: string,
): Promise<void> {
  if (user.factors.some(({ status }) => status === 'verified') && session?.aal !== 'aal2') {
    throw new AuthError(401, 'insufficient_aal', 'AAL2 session is required to do this');
  }
  const kind = proofOf(user);
  if (kind === 'password') await provePassword(deps, user, proof.password, ip);
  if (kind === 'address' && !isTheirs(user, proof.address ?? '')) {
    throw validationFailed('address: must be the address of the account');
  }
}

async function provePassword(
  deps: AuthDeps,
  user: UserRow,
  password: string | null,
  ip: string,
): Promise<void> {
  if (password === null || password === '') throw validationFailed('password: missing');
  const takeBack = await deps.limits.signIn(ip, user.email ?? user.phone);
  const matches = !isTooLong(password) && (await deps.passwords.verify(password, user.encrypted_password));
  if (!matches) throw new AuthError(422, 'invalid_credentials', 'The password is not right');
  await takeBack();
}

function isTheirs(user: UserRow, address: string): boolean {
  return (
    (user.email !== null && normalizeEmail(address) === normalizeEmail(user.email)) ||
    (user.phone !== null && normalizePhone(address) === user.phone)
  );
}
