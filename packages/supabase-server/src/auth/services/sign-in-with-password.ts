import { findWeakness, isTooLong } from '../../security/password-policy.ts';
import { withRowLocks } from '../data/transaction.ts';
import { findUserByEmail, recordPasswordSignIn } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, invalidCredentials, validationFailed } from '../errors.ts';
import { requireAddressMethod, type SignInSubject } from '../method.ts';
import { isBanned } from '../rules/access.ts';
import { normalizeEmail } from '../rules/email-address.ts';
import type { Caller, SignIn } from '../types.ts';
import { recordEvent } from './security-events.ts';
import { issueTokens, openSession } from './sign-in.ts';

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
  const subject =
    phone === null ? mailSubject(deps, address) : requireAddressMethod(deps).signInSubject(phone);
  const found = await subject.find();
  const stored = found?.encrypted_password ?? null;
  const isRight = await deps.limits.password(caller, subject.address, async () => {
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
  subject.requireConfirmed(found);

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

function mailSubject({ db }: AuthDeps, input: string | null): SignInSubject {
  if (input === null) throw validationFailed('email: missing email or phone');
  const email = normalizeEmail(input);
  return {
    address: email,
    find: async () => (email === null ? null : findUserByEmail(db, email)),
    requireConfirmed(user) {
      if (user.email_confirmed_at !== null) return;
      throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
    },
  };
}
