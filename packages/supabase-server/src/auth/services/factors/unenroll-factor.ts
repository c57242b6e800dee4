import type { SignedInUser } from '../../caller.ts';
import { deleteFactor } from '../../data/factors.ts';
import { dropNeedlessRecoveryCodes } from '../../data/recovery-codes.ts';
import { lowerSessions } from '../../data/sessions.ts';
import { withRowLocks } from '../../data/transaction.ts';
import { lockUser } from '../../data/users.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError } from '../../errors.ts';
import { recordOwnEvent } from '../security-events.ts';
import { requireFactor } from './challenge-factor.ts';

/**
 * Removes a factor; when it was verified, all sessions go back to the first factor
 * (supabase-protocol 2.10).
 * @throws {AuthError} 404 mfa_factor_not_found, 422 insufficient_aal
 */
export async function unenrollFactor(
  deps: AuthDeps,
  { user, session }: SignedInUser,
  factorId: string,
): Promise<string> {
  const removed = await withRowLocks(deps.db, async (tx) => {
    await lockUser(tx, user.id);
    const factor = await requireFactor(tx, user.id, factorId);
    if (factor.status === 'verified' && session?.aal !== 'aal2') {
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    await deleteFactor(tx, factor.id);
    if (factor.status === 'verified') {
      await lowerSessions(tx, user.id);
      await dropNeedlessRecoveryCodes(tx, user.id);
    }
    return factor;
  });
  recordOwnEvent(deps, { user, session }, { event: 'factor_removed', reason: removed.factor_type });
  return removed.id;
}
