import { violatesUnique, withRowLocks } from '../data/transaction.ts';
import { findUserByEmail, findUserById, insertEmailUser, lockUser, type UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { validationFailed } from '../errors.ts';
import { isBanned } from '../rules/banned.ts';
import { normalizeEmail } from '../rules/email-address.ts';
import { type Metadata, splitMetadataChange } from '../rules/user-metadata.ts';
import { issueLink, type LinkRequest, sendMail } from './auth-mail.ts';

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
