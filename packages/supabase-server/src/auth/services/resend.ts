import { unusedPurposes } from '../data/one-time-tokens.ts';
import { withRowLocks } from '../data/transaction.ts';
import type { UserRow } from '../data/users.ts';
import { findUserByEmail, findUserById, lockUser } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
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
      if (user.new_email === null) return [];
      return issueEmailChange(tx, deps, user, user.new_email, pending, request);
    });
    for (const mail of issued) await sendMail(deps, mail);
  });
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
