import type { SignedInUser } from '../caller.ts';
import { deleteSession, deleteSessionsOf } from '../data/sessions.ts';
import { withRowLocks } from '../data/transaction.ts';
import { lockUser } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';

export const SIGN_OUT_SCOPES = ['global', 'local', 'others'] as const;
export type SignOutScope = (typeof SIGN_OUT_SCOPES)[number];

/**
 * Ends sessions: all of the user's, the caller's own, or all but that one. Their refresh tokens end with them; access tokens are
 * refused by this service at once and by the others when they expire (wire facts A5).
 */
export async function signOut(
  deps: AuthDeps,
  { user, session }: SignedInUser,
  scope: SignOutScope,
): Promise<void> {
  await withRowLocks(deps.db, async (tx) => {
    if (scope === 'local') {
      if (session) await deleteSession(tx, session.id);
      return;
    }
    // Two calls that delete the same sessions in different orders would deadlock.
    await lockUser(tx, user.id);
    await deleteSessionsOf(tx, user.id, scope === 'others' ? (session?.id ?? null) : null);
  });
}
