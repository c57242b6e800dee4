import type { Queryable } from '../../../db/database.ts';
import { deleteTokensOf } from '../../data/one-time-tokens.ts';
import { violatesUnique, withRowLocks } from '../../data/transaction.ts';
import { updateProviders } from '../../data/user-addresses.ts';
import { findUserById, type IdentityRow, lockUser, type UserRow } from '../../data/users.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError } from '../../errors.ts';
import { deleteIdentity, dropPassword, dropPhone, replaceEmail } from '../external/data.ts';

/**
 * Parts a user with one of their identities (supabase-protocol 2.9, DELETE /user/identities/{id}).
 * An address that came with it alone gives way to that of an identity that stays.
 * @param id the identity's own, not the provider's subject
 * @throws {AuthError} 422 single_identity_not_deletable, identity_not_found,
 * email_conflict_identity_not_deletable
 */
export async function unlinkIdentity(deps: AuthDeps, userId: string, id: string): Promise<void> {
  await withRowLocks(deps.db, async (tx) => {
    await lockUser(tx, userId);
    const user = await findUserById(tx, userId);
    if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    if (user.identities.length <= 1) {
      throw new AuthError(
        422,
        'single_identity_not_deletable',
        'User must have at least 1 identity after unlinking',
      );
    }
    if (!(await deleteIdentity(tx, userId, id))) {
      throw new AuthError(422, 'identity_not_found', "Identity doesn't exist");
    }
    const gone = user.identities.find((one) => one.id === id);
    if (gone?.provider === 'phone') await dropPhone(tx, userId);
    if (gone?.provider === 'email') await dropPassword(tx, userId);
    const kept = user.identities.filter((one) => one.id !== id);
    await chooseEmail(tx, user, kept);
    await updateProviders(tx, userId);
  }).catch((error: unknown) => {
    if (!violatesUnique(error, 'users_email_key')) throw error;
    throw new AuthError(
      422,
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
    );
  });
}

async function chooseEmail(tx: Queryable, user: UserRow, kept: readonly IdentityRow[]): Promise<void> {
  if (kept.some((one) => one.email !== null && one.email === user.email?.toLowerCase())) return;
  const next =
    kept.find(({ provider }) => provider === 'email') ?? kept.find(({ email }) => email !== null) ?? null;
  await replaceEmail(tx, user.id, {
    email: next?.email ?? null,
    confirmed: next?.identity_data.email_verified === true,
  });
  // Codes and links mailed to the old address must stop working.
  await deleteTokensOf(tx, user.id);
}
