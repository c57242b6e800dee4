import { isTooLong } from '../../security/password-policy.ts';
import type { SignedInUser } from '../caller.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError } from '../errors.ts';
import type { Client } from './rate-limits.ts';
import { checkNonce } from './reauthenticate.ts';
import { recordEvent } from './security-events.ts';

/**
 * Requires a recent proof of the user before their address, number or password changes: a forgotten
 * or stolen session must not be enough to take the account over. Proofs are a sign-in within
 * `RECENT_SIGN_IN_SECONDS`, the current password or a mailed code. An anonymous user has only the
 * session.
 * @param given.isPassword whether the password changes, which may need a code in any case
 * @throws {AuthError} 400 reauthentication_needed, current_password_invalid; 422
 * reauthentication_not_valid; 429
 */
export async function requireRecentAuthentication(
  deps: AuthDeps,
  caller: SignedInUser,
  given: { currentPassword: string | null; nonce: string | null; isPassword: boolean },
  client: Client,
): Promise<void> {
  // A wrong password or code is refused even where none is needed.
  if (given.currentPassword !== null) await checkCurrentPassword(deps, caller, given.currentPassword, client);
  // Last, since a code works once.
  if (given.isPassword || given.nonce !== null) await checkNonce(deps, caller, given.nonce, client);
  const proved = given.currentPassword !== null || given.nonce !== null || caller.user.is_anonymous;
  if (proved || isRecent(caller, deps.config.auth.recentSignInSeconds)) return;
  throw new AuthError(
    400,
    'reauthentication_needed',
    'For your security, please log in again before you change this.',
  );
}

function isRecent({ session }: SignedInUser, seconds: number): boolean {
  const signedIn = Math.max(0, ...(session?.amr ?? []).map(({ timestamp }) => timestamp));
  return signedIn > Date.now() / 1000 - seconds;
}

/** @throws {AuthError} 400 current_password_invalid, 429 */
async function checkCurrentPassword(
  deps: AuthDeps,
  { user }: SignedInUser,
  currentPassword: string,
  client: Client,
): Promise<void> {
  const { limits, passwords } = deps;
  // A stolen session must be no place for guessing the password either.
  const account = user.email ?? user.phone ?? user.id;
  const isRight = await limits.password(
    client,
    account,
    async () =>
      !isTooLong(currentPassword) && (await passwords.verify(currentPassword, user.encrypted_password)),
  );
  if (!isRight) {
    recordEvent(deps, client.ip, {
      event: 'sign_in_failed',
      userId: user.id,
      reason: 'wrong_current_password',
    });
    throw new AuthError(400, 'current_password_invalid', 'The current password is not right');
  }
}
