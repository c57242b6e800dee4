import { deleteOrphanedMessages } from '../../../mail/delete-orphaned-messages.ts';
import { deleteUser, hideUser } from '../../data/admin-users.ts';
import { deleteFactor, type FactorSummary } from '../../data/factors.ts';
import { dropNeedlessRecoveryCodes } from '../../data/recovery-codes.ts';
import { lowerSessions } from '../../data/sessions.ts';
import { withRowLocks } from '../../data/transaction.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError } from '../../errors.ts';
import { recordEvent } from '../security-events.ts';
import { lockUserById } from './find-user.ts';

/** The reason in the log when a holder of the secret key, not the user, removed the account. */
const BY_KEY = 'by_secret_key';

/**
 * Removes a user with all they have, or only empties their account (supabase-protocol 2.12, DELETE
 * /admin/users/{id}).
 * @throws {AuthError} 404 user_not_found
 */
export async function removeUser(deps: AuthDeps, id: string, { soft }: { soft: boolean }): Promise<void> {
  await withRowLocks(deps.db, async (tx) => {
    await lockUserById(tx, id);
    if (soft) await hideUser(tx, id);
    else await deleteUser(tx, id);
  });
  await deleteOrphanedMessages(deps);
  recordEvent(deps, null, { event: 'account_deleted', reason: BY_KEY });
}

/**
 * Removes a factor of a user who has lost it.
 * @throws {AuthError} 404 user_not_found, mfa_factor_not_found
 */
export async function removeFactor(deps: AuthDeps, userId: string, factorId: string): Promise<FactorSummary> {
  const removed = await withRowLocks(deps.db, async (tx) => {
    const user = await lockUserById(tx, userId);
    const factor = user.factors.find(({ id }) => id === factorId.toLowerCase());
    if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
    await deleteFactor(tx, factor.id);
    if (factor.status === 'verified') {
      await lowerSessions(tx, userId);
      await dropNeedlessRecoveryCodes(tx, userId);
    }
    return factor;
  });
  recordEvent(deps, null, { event: 'factor_removed', userId, reason: BY_KEY });
  return removed;
}
