import { clientNetwork } from '../../http/client-network.ts';
import type { SecurityEvent } from '../../security/security-events.ts';
import type { AuthDeps } from '../deps.ts';
import type { SignedInUser } from '../types.ts';

/**
 * Records an event of an account.
 * @param ip the client's address, of which the log keeps the network; null: unknown
 */
export function recordEvent(
  { securityLog }: Pick<AuthDeps, 'securityLog'>,
  ip: string | null,
  event: Omit<SecurityEvent, 'network'>,
): void {
  securityLog.record({ ...event, ...(ip === null ? {} : { network: clientNetwork(ip) }) });
}

/**
 * Records an event of the signed-in user, with the address from which their session was last used.
 */
export function recordOwnEvent(
  deps: Pick<AuthDeps, 'securityLog'>,
  { user, session }: Pick<SignedInUser, 'user' | 'session'>,
  event: Omit<SecurityEvent, 'network' | 'userId'>,
): void {
  recordEvent(deps, session?.ip ?? null, { ...event, userId: user.id });
}
