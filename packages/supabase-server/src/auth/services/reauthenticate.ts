import { isTooLong } from '../../security/password-policy.ts';
import { takeToken } from '../data/one-time-tokens.ts';
import { withRowLocks } from '../data/transaction.ts';
import { findUserById, lockUser, type UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { findAddressMethod, requireAddressMethod } from '../method.ts';
import { normalizeEmail } from '../rules/email-address.ts';
import type { LinkRequest, SignedInUser } from '../types.ts';
import { issueLink, sendLater } from './auth-mail.ts';
import type { Client } from './rate-limits.ts';
import { recordEvent } from './security-events.ts';
import { matchCode } from './verify-token.ts';

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
  password: string,
  client: Client,
): Promise<void> {
  // A stolen session must be no place for guessing the password either.
  const account = user.email ?? user.phone ?? user.id;
  if (await isPasswordOf(deps, user, { password, account }, client)) return;
  throw new AuthError(400, 'current_password_invalid', 'The current password is not right');
}

/**
 * Checks a signed-in user's password.
 * @param given.account the subject of the limits on wrong passwords
 * @throws {RateLimitError}
 */
async function isPasswordOf(
  deps: AuthDeps,
  user: UserRow,
  { password, account }: { password: string; account: string | null },
  client: Client,
): Promise<boolean> {
  const isRight = await deps.limits.password(
    client,
    account,
    async () => !isTooLong(password) && (await deps.passwords.verify(password, user.encrypted_password)),
  );
  if (!isRight) {
    recordEvent(deps, client.ip, {
      event: 'sign_in_failed',
      userId: user.id,
      reason: 'wrong_current_password',
    });
  }
  return isRight;
}

/**
 * Sessions older than this must prove their user again before the password changes, where
 * configured.
 */
const FRESH_SESSION_MS = 24 * 3600 * 1000;

/**
 * Sends the user a code that shows it is them (supabase-protocol 2.8, GET /reauthenticate): by
 * mail, or in another way to a user without an e-mail address.
 * @throws {AuthError} 400 validation_failed, 422 email_not_confirmed, 422 phone_not_confirmed,
 * sms_send_failed, 429
 */
export async function reauthenticate(
  deps: AuthDeps,
  { user }: SignedInUser,
  request: LinkRequest,
): Promise<void> {
  const { email } = user;
  if (email === null && user.phone === null) {
    throw validationFailed('Reauthentication requires the user to have an email or a phone number');
  }
  if (email === null) return requireAddressMethod(deps).reauthenticate(user, request.caller);
  if (user.email_confirmed_at === null) {
    throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
  }
  await deps.limits.mail(request.caller, email);
  const issued = await withRowLocks(deps.db, async (tx) => {
    await lockUser(tx, user.id);
    const current = await findUserById(tx, user.id);
    if (!current) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    return issueLink(tx, deps, {
      kind: 'reauthentication',
      purpose: 'reauthentication',
      user: current,
      address: email,
      request,
    });
  });
  sendLater(deps, issued);
}

/**
 * Checks the code where a password change needs one, or when one is given.
 * @throws {AuthError} 400 reauthentication_needed, 422 reauthentication_not_valid, 429
 */
export async function checkNonce(
  deps: AuthDeps,
  { user, session }: SignedInUser,
  nonce: string | null,
  client: Client,
): Promise<void> {
  if (nonce === null) {
    const fresh = session !== null && session.created_at.getTime() > Date.now() - FRESH_SESSION_MS;
    if (!deps.config.auth.passwordNeedsReauthentication || fresh) return;
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  }
  const address = user.email ?? user.phone ?? '';
  const takeBack = await deps.limits.code(client, address);
  const token = await matchCode(deps, {
    address,
    purposes: ['reauthentication'],
    code: nonce,
    userId: user.id,
  });
  if (!token || !(await takeToken(deps.db, token.id))) {
    recordEvent(deps, client.ip, { event: 'sign_in_failed', userId: user.id, reason: 'wrong_code' });
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
  await takeBack();
}

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
  if (kind === 'address' && !isTheirs(deps, user, proof.address ?? '')) {
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
  const account = user.email ?? user.phone;
  if (await isPasswordOf(deps, user, { password, account }, client)) return;
  throw new AuthError(422, 'invalid_credentials', 'The password is not right');
}

function isTheirs(deps: AuthDeps, user: UserRow, address: string): boolean {
  return (
    (user.email !== null && normalizeEmail(address) === normalizeEmail(user.email)) ||
    (user.phone !== null && findAddressMethod(deps)?.normalize(address) === user.phone)
  );
}
