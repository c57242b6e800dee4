import type { Caller, SignedInUser } from '../caller.ts';
import { takeToken } from '../data/one-time-tokens.ts';
import { withRowLocks } from '../data/transaction.ts';
import { findUserById, lockUser, type UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { issueLink, type LinkRequest, sendLater } from './auth-mail.ts';
import { issueSms, requirePhones, sendSms } from './auth-sms.ts';
import type { Client } from './rate-limits.ts';
import { recordEvent } from './security-events.ts';
import { matchCode } from './verify-token.ts';

/**
 * Sessions older than this must prove their user again before the password changes, where
 * configured.
 */
const FRESH_SESSION_MS = 24 * 3600 * 1000;

/**
 * Sends the user a code that shows it is them (supabase-protocol 2.8, GET /reauthenticate): by
 * mail, or by SMS to a user without an address.
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
  if (email === null && user.phone !== null) return reauthenticateByPhone(deps, user, request.caller);
  if (email === null || user.email_confirmed_at === null) {
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

async function reauthenticateByPhone(deps: AuthDeps, user: UserRow, caller: Caller): Promise<void> {
  const { phone } = user;
  if (phone === null || user.phone_confirmed_at === null) {
    throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.');
  }
  requirePhones(deps);
  await deps.limits.sms(caller, phone, user.id);
  const message = await withRowLocks(deps.db, async (tx) => {
    await lockUser(tx, user.id);
    return issueSms(tx, deps, { purpose: 'reauthentication', user, phone, channel: 'sms' });
  });
  await sendSms(deps, message);
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
