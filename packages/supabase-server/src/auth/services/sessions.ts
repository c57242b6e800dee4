import { clientNetwork } from '../../http/client-network.ts';
import { isUuid } from '../../util/uuid.ts';
import {
  deleteSession,
  deleteSessionOf,
  deleteSessionsOf,
  listOpenSessions,
  type OpenSession,
} from '../data/sessions.ts';
import { withRowLocks } from '../data/transaction.ts';
import { lockUser } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError } from '../errors.ts';
import { hasVerifiedFactor } from '../rules/access.ts';
import type { Caller, SignedInUser } from '../types.ts';

export const SIGN_OUT_SCOPES = ['global', 'local', 'others'] as const;
export type SignOutScope = (typeof SIGN_OUT_SCOPES)[number];

/**
 * Ends sessions: all of the user's, the caller's own, or all but that one. Their refresh tokens end
 * with them; their access tokens are refused at once, here and by the other services
 * (docs/adr/0003). Ending the others needs the second factor where there is one.
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

/** A session of the caller, and whether it is the one that asks. */
export type OwnSession = OpenSession & { current: boolean };

/**
 * The caller's open sessions: devices and browsers that are signed in. Not part of GoTrue's API.
 * @returns the present one first, then the one last used
 * @throws {AuthError} 403 insufficient_aal
 */
export async function listOwnSessions(deps: AuthDeps, caller: SignedInUser): Promise<OwnSession[]> {
  requireAal2(caller);
  const sessions = await listOpenSessions(deps.db, caller.user.id, deps.config.auth.sessionLife);
  return sessions
    .map((session) => ({ ...session, current: session.id === caller.session?.id }))
    .sort((a, b) => Number(b.current) - Number(a.current));
}

/**
 * Ends one of the caller's sessions. Its refresh tokens end with it, and its access token is
 * refused at once (docs/adr/0003).
 * @param id of the session, possibly the caller's present one
 * @throws {AuthError} 404 session_not_found, also for another user's; 403 insufficient_aal
 */
export async function endSession(
  deps: AuthDeps,
  { caller, id }: { caller: SignedInUser; id: string },
  client: Caller,
): Promise<void> {
  const { user, session } = caller;
  if (id !== session?.id) requireAal2(caller);
  const ended =
    isUuid(id) &&
    (await withRowLocks(deps.db, async (tx) => {
      await lockUser(tx, user.id);
      return deleteSessionOf(tx, user.id, id);
    }));
  if (!ended) throw new AuthError(404, 'session_not_found', 'You have no such session');
  deps.securityLog.record({
    event: 'session_ended',
    userId: user.id,
    network: clientNetwork(client.ip),
    reason: id === session?.id ? 'own_session' : 'other_session',
  });
}

/**
 * Requires that a user with a second factor has proved it in this session: a person with the
 * password alone must not end the owner's sessions.
 * @throws {AuthError} 403 insufficient_aal
 */
export function requireAal2({ user, session }: Pick<SignedInUser, 'user' | 'session'>): void {
  if (hasVerifiedFactor(user.factors) && session?.aal !== 'aal2') {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 session is required to manage sessions');
  }
}
