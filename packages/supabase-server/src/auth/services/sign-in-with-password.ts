import { findWeakness, isTooLong } from '../../security/password-policy.ts';
import type { Caller } from '../caller.ts';
import { findUserByPhone } from '../data/phone-users.ts';
import { withRowLocks } from '../data/transaction.ts';
import { findUserByEmail, recordPasswordSignIn, type UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, invalidCredentials, validationFailed } from '../errors.ts';
import { isBanned } from '../rules/banned.ts';
import { normalizeEmail } from '../rules/email-address.ts';
import { normalizePhone } from '../rules/phone-number.ts';
import { requirePhones } from './auth-sms.ts';
import { recordEvent } from './security-events.ts';
import { issueTokens, openSession, type SignIn } from './sign-in.ts';

export interface PasswordParams {
  email: string | null;
  phone: string | null;
  password: string | null;
}

/**
 * Signs a user in (supabase-protocol 2.5, grant_type=password). Whether the address is unknown or
 * the password wrong, the answer and the work are the same; other problems of an account are shown
 * only to callers who know its password.
 * @throws {AuthError}
 */
export async function signInWithPassword(
  deps: AuthDeps,
  { email: address, phone, password }: PasswordParams,
  caller: Caller,
): Promise<SignIn> {
  if (address !== null && phone !== null) {
    throw validationFailed('Only an email address or phone number should be provided on login.');
  }
  if (phone !== null) requirePhones(deps, 422);
  if (address === null && phone === null) throw validationFailed('email: missing email or phone');
  const email = normalizeEmail(address ?? '');
  const number = normalizePhone(phone ?? '');
  const found = await findAccount(deps, email, number);
  const stored = found?.encrypted_password ?? null;
  const isRight = await deps.limits.password(caller, email ?? number, async () => {
    // Such a password was never accepted for any account, so refusing early tells nothing of this
    // one.
    if (password === null || isTooLong(password)) return false;
    return deps.passwords.verify(password, stored);
  });
  if (!isRight || !found || stored === null || password === null) {
    recordEvent(deps, caller.ip, {
      event: 'sign_in_failed',
      userId: found?.id,
      reason: found ? 'wrong_password' : 'unknown_account',
    });
    throw invalidCredentials();
  }
  if (isBanned(found)) throw new AuthError(400, 'user_banned', 'User is banned');
  if (number !== null && found.phone_confirmed_at === null) {
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed');
  }
  if (number === null && found.email_confirmed_at === null) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  }

  const { user, opened } = await withRowLocks(deps.db, async (tx) => {
    const user = await recordPasswordSignIn(tx, found.id, stored);
    if (!user) throw invalidCredentials();
    return { user, opened: await openSession(tx, found.id, 'password', caller) };
  });
  recordEvent(deps, caller.ip, { event: 'sign_in', userId: user.id, reason: 'password' });
  return {
    user,
    tokens: await issueTokens(deps, { user, caller, ...opened }),
    weakPassword: findWeakness(password, deps.config.auth),
  };
}

async function findAccount(
  { db }: AuthDeps,
  email: string | null,
  phone: string | null,
): Promise<UserRow | null> {
  if (email !== null) return findUserByEmail(db, email);
  return phone === null ? null : findUserByPhone(db, phone);
}
