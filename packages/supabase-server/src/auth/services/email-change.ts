import type { Queryable } from '../../db/database.ts';
import { deleteTokensOf } from '../data/one-time-tokens.ts';
import { setNewEmail } from '../data/user-addresses.ts';
import { findUserByEmail, type UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import type { TokenPurpose } from '../rules/verification-types.ts';
import { type IssuedLink, issueLink, type LinkRequest } from './auth-mail.ts';

/**
 * Begins the change of a locked user's address: both the new and, if it was ever confirmed, the
 * present one must confirm it (supabase-protocol 2.8, PUT /user), so that a stolen session cannot
 * take the account away.
 * @returns the mails to send
 */
export async function beginEmailChange(
  tx: Queryable,
  deps: AuthDeps,
  user: UserRow,
  newEmail: string,
  request: LinkRequest,
  confirmsCurrent = false,
): Promise<IssuedLink[]> {
  await deleteTokensOf(tx, user.id, ['email_change_current', 'email_change_new']);
  await setNewEmail(tx, user.id, newEmail);
  const both = user.email !== null && (confirmsCurrent || user.email_confirmed_at !== null);
  const purposes: TokenPurpose[] = both ? ['email_change_current', 'email_change_new'] : ['email_change_new'];
  return issueEmailChange(tx, deps, user, newEmail, purposes, request);
}

/**
 * Makes the links of an e-mail change that are still missing. Where the new address is another
 * account's no mail goes there, and nothing else differs: the caller does not learn of that
 * account.
 * @returns the mails to send
 */
export async function issueEmailChange(
  tx: Queryable,
  deps: AuthDeps,
  user: UserRow,
  newEmail: string,
  purposes: readonly TokenPurpose[],
  request: LinkRequest,
): Promise<IssuedLink[]> {
  const taken = (await findUserByEmail(tx, newEmail)) !== null;
  const issued: IssuedLink[] = [];
  for (const purpose of purposes) {
    const address = purpose === 'email_change_current' ? user.email : newEmail;
    if (address === null) continue;
    const mail = await issueLink(tx, deps, {
      kind: 'email_change',
      purpose,
      user,
      address,
      request,
      newAddress: newEmail,
    });
    if (address !== newEmail || !taken) issued.push(mail);
  }
  return issued;
}
