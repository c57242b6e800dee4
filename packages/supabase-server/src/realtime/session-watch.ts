import type { AccessWatch } from '../keys/access-watch.ts';
import { TokenError } from '../keys/signing-keys.ts';
import type { Logger } from '../util/logger.ts';
import type { Channel } from './channel.ts';
import { createChannelQueue } from './channel-queue.ts';
import { CLOSE, type Connection } from './connection.ts';
import { accessMessage } from './tokens.ts';

/**
 * Ends channels and connections whose session has ended, at once: else they would stay until their
 * token expires.
 */
export interface SessionWatch {
  /**
   * Looks at a channel once more: its access may have ended before it was among those of its
   * connection.
   */
  recheck(channel: Channel): void;
  close(): void;
}

export interface SessionWatchDeps {
  access: Pick<AccessWatch, 'check' | 'onChange'>;
  log: Logger;
  /** Every open connection of this process. */
  connections(): Iterable<Connection>;
}

const AT_ONCE = 2;

export function createSessionWatch({ access, log, connections }: SessionWatchDeps): SessionWatch {
  /**
   * Users whose access changed since the last check of the connections; null: perhaps all users.
   */
  let changed: Set<string> | null = new Set();
  let planned: NodeJS.Immediate | null = null;

  const recheck = createChannelQueue(async (channel) => {
    const { subscriber } = channel;
    const outcome = await checkAccess(subscriber.claims);
    if (channel.detached) return;
    // Another token decides by now.
    if (channel.subscriber !== subscriber) recheck(channel);
    else if (outcome === 'unknown') channel.interrupt('UnableToAuthorize: The session cannot be looked up');
    else if (outcome !== null) channel.end(accessMessage(outcome));
  }, AT_ONCE);

  /** @returns null for a token that has access */
  async function checkAccess(
    claims: Channel['subscriber']['claims'],
  ): Promise<TokenError | 'unknown' | null> {
    try {
      await access.check({ ...claims, role: String(claims.role) });
      return null;
    } catch (error) {
      if (error instanceof TokenError) return error;
      const { name, message } = error as Error;
      log.error({ err: { name, message } }, 'the session of a channel could not be looked up');
      return 'unknown';
    }
  }

  /** The connection's own key may be a user's token. */
  async function recheckConnection(connection: Connection): Promise<void> {
    const outcome = await checkAccess(connection.credentials.claims);
    if (outcome === 'unknown') connection.close(CLOSE.tryAgainLater, 'the session cannot be looked up');
    else if (outcome !== null) connection.close(CLOSE.policy, 'the session has ended');
  }

  /** Handles all changes of one commit in one pass. */
  function lookThrough(): void {
    planned = null;
    const users = changed;
    changed = new Set();
    const concerns = ({ sub }: { sub?: unknown }) =>
      typeof sub === 'string' && (users === null || users.has(sub.toLowerCase()));
    for (const connection of connections()) {
      if (concerns(connection.credentials.claims)) void recheckConnection(connection);
      for (const channel of connection.channels) {
        if (concerns(channel.subscriber.claims)) recheck(channel);
      }
    }
  }

  const stop = access.onChange((userId) => {
    if (userId === null) changed = null;
    else changed?.add(userId);
    planned ??= setImmediate(lookThrough);
  });

  return {
    recheck,
    close() {
      stop();
      if (planned !== null) clearImmediate(planned);
    },
  };
}
