import { unusedPurposes } from '../data/one-time-tokens.ts';
import { violatesUnique, withRowLocks } from '../data/transaction.ts';
import { findUserByEmail, findUserById, insertEmailUser, lockUser, type UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { RateLimitError, validationFailed } from '../errors.ts';
import { isBanned } from '../rules/access.ts';
import { normalizeEmail } from '../rules/email-address.ts';
import { type Metadata, splitMetadataChange } from '../rules/user-metadata.ts';
import type { Caller, LinkRequest } from '../types.ts';
import { type IssuedLink, issueEmailChange, issueLink, sendMail } from './auth-mail.ts';

/** @throws {AuthError} 400 validation_failed */
export function readAddress(input: string | null): string {
  const email = input === null ? null : normalizeEmail(input);
  if (email === null) throw validationFailed('email: Unable to validate email address: invalid format');
  return email;
}

/**
 * Mails a link and a code that sign in (supabase-protocol 2.6, POST /otp and /magiclink). An
 * unknown address becomes an account that its owner confirms by the same mail, unless the caller or
 * the operator wants no new accounts: then no mail goes out, and the answer is the same. Looking up
 * and sending happen after the answer.
 */
export async function requestSignInLink(
  deps: AuthDeps,
  params: { email: string; createUser: boolean; data: Metadata | null },
  request: LinkRequest,
): Promise<void> {
  const { email, createUser, data } = params;
  await deps.limits.mail(request.caller, email);
  const mayAdd = createUser && deps.config.auth.signupEnabled;
  deps.background.run('sign-in link', async () => {
    const known = await findUserByEmail(deps.db, email);
    const user = known ?? (mayAdd ? await addUser(deps, email, data) : null);
    if (user) await mailUser(deps, user.id, 'magic_link', request);
  });
}

/**
 * Mails a link that lets the owner of an account choose a new password (supabase-protocol 2.6, POST
 * /recover). The caller does not learn whether the account exists.
 */
export async function requestRecovery(deps: AuthDeps, email: string, request: LinkRequest): Promise<void> {
  await deps.limits.mail(request.caller, email);
  deps.background.run('recovery link', async () => {
    const user = await findUserByEmail(deps.db, email);
    if (user) await mailUser(deps, user.id, 'recovery', request);
  });
}

async function mailUser(
  deps: AuthDeps,
  userId: string,
  kind: 'magic_link' | 'recovery',
  request: LinkRequest,
): Promise<void> {
  const issued = await withRowLocks(deps.db, async (tx) => {
    await lockUser(tx, userId);
    const user = await findUserById(tx, userId);
    if (!user?.email || isBanned(user)) return null;
    const order = { user, address: user.email, request };
    const confirmed = user.email_confirmed_at !== null;
    // The password of an unconfirmed account may come from another person than the reader of this
    // mail.
    if (kind === 'magic_link' && !confirmed) {
      return issueLink(tx, deps, {
        ...order,
        kind: 'confirmation',
        purpose: 'confirmation',
        dropsPassword: true,
      });
    }
    return issueLink(tx, deps, { ...order, kind, purpose: 'recovery', dropsPassword: !confirmed });
  });
  if (issued) await sendMail(deps, issued);
}

async function addUser(deps: AuthDeps, email: string, data: Metadata | null): Promise<UserRow | null> {
  try {
    await insertEmailUser(deps.db, {
      email,
      encryptedPassword: null,
      metadata: splitMetadataChange(data ?? {}).set,
      confirmed: false,
    });
  } catch (error) {
    // A concurrent request was faster: the mail goes to the account that exists now.
    if (!violatesUnique(error, 'users_email_key')) throw error;
  }
  return findUserByEmail(deps.db, email);
}

/**
 * Sends the mail of a sign-up or of an e-mail change again (supabase-protocol 2.6, POST /resend).
 * The caller does not learn whether one exists.
 * @throws {AuthError} 429
 */
export async function resend(
  deps: AuthDeps,
  params: { type: 'signup' | 'email_change'; email: string },
  request: LinkRequest,
): Promise<void> {
  const { type, email } = params;
  await deps.limits.mail(request.caller, email);
  deps.background.run(`resend ${type}`, async () => {
    const found = await findUserByEmail(deps.db, email);
    if (!found) return;
    const reachesNew = type === 'email_change' && (await mayReachNew(deps, found, request.caller));
    const issued = await withRowLocks(deps.db, async (tx): Promise<IssuedLink[]> => {
      await lockUser(tx, found.id);
      const user = await findUserById(tx, found.id);
      if (!user?.email) return [];
      if (type === 'signup') {
        return user.email_confirmed_at === null
          ? [await issueLink(tx, deps, confirmation(user, request))]
          : [];
      }
      // A given confirmation stays valid: only missing ones are mailed again.
      const pending = await unusedPurposes(tx, user.id, ['email_change_current', 'email_change_new']);
      if (user.new_email === null || user.new_email !== found.new_email) return [];
      const purposes = pending.filter((purpose) => reachesNew || purpose !== 'email_change_new');
      return issueEmailChange(tx, deps, user, user.new_email, purposes, request);
    });
    for (const mail of issued) await sendMail(deps, mail);
  });
}

/**
 * The limits were taken of the present address: the one that a change leads to has limits of its
 * own.
 */
async function mayReachNew(deps: AuthDeps, user: UserRow, caller: Caller): Promise<boolean> {
  if (user.new_email === null) return false;
  try {
    await deps.limits.mail(caller, user.new_email, user.id);
    return true;
  } catch (error) {
    if (error instanceof RateLimitError) return false;
    throw error;
  }
}

function confirmation(user: UserRow, request: LinkRequest) {
  return {
    kind: 'confirmation' as const,
    purpose: 'confirmation' as const,
    user,
    address: user.email ?? '',
    request,
  };
}
