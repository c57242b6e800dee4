import { clientNetwork } from '../../http/client-network.ts';
import type { Caller, SignedInUser } from '../caller.ts';
import { deleteSession, deleteSessionsOf } from '../data/sessions.ts';
import { withRowLocks } from '../data/transaction.ts';
import { lockUser } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { requireAal2 } from './factors/require-aal2.ts';

export const SIGN_OUT_SCOPES = ['global', 'local', 'others'] as const;
export type SignOutScope = (typeof SIGN_OUT_SCOPES)[number];

/**
 * Ends sessions: all of the user's, the caller's own, or all but that one. Their refresh tokens end
 * with them; their access tokens are refused at once, here and by the other services
 * (docs/adr/0045). Ending the others needs the second factor where there is one.
 * @throws {AuthError} 403 insufficient_aal
 */
export async function signOut(
  deps: AuthDeps,
  { user, session }: SignedInUser,
  scope: SignOutScope,
  client: Pick<Caller, 'ip'>,
): Promise<void> {
  if (scope === 'others') requireAal2({ user, session });
  await withRowLocks(deps.db, async (tx) => {
    if (scope === 'local') {
      if (session) await deleteSession(tx, session.id);
      return;
    }
    // Two calls that delete the same sessions in different orders would deadlock.
    await lockUser(tx, user.id);
    await deleteSessionsOf(tx, user.id, scope === 'others' ? (session?.id ?? null) : null);
  });
  deps.securityLog.record({
    event: 'session_ended',
    userId: user.id,
    network: clientNetwork(client.ip),
    reason: `sign_out_${scope}`,
  });
}
