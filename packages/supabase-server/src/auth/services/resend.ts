import type { Caller } from '../caller.ts';
import { unusedPurposes } from '../data/one-time-tokens.ts';
import { withRowLocks } from '../data/transaction.ts';
import type { UserRow } from '../data/users.ts';
import { findUserByEmail, findUserById, lockUser } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { RateLimitError } from '../errors.ts';
import { type IssuedLink, issueLink, type LinkRequest, sendMail } from './auth-mail.ts';
import { issueEmailChange } from './email-change.ts';

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
