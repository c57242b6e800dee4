import type { Logger } from '../util/logger.ts';
import {
  type Authorization,
  AuthorizationError,
  type ReadRights,
  unauthorizedToRead,
} from './authorization.ts';
import type { Channel } from './channel.ts';
import { createChannelQueue } from './channel-queue.ts';

/**
 * Repeats policy checks when the database reports changed rights to private channels
 * (supabase/schemas/20_realtime.sql). Otherwise a result would hold until the channel's token is
 * renewed, and a user whose right was taken away would stay in the room.
 */
export interface PermissionRevalidation {
  /** Grows with each reported change, which invalidates earlier results. */
  readonly version: number;
  /** The rights to these topics (without their prefix) have changed; null: perhaps to any. */
  changed(topics: readonly string[] | null): void;
  /**
   * Schedules another check of a channel. The channel ends when it may no longer be read, and is
   * interrupted when the check fails.
   */
  recheck(channel: Channel): void;
}

export interface PermissionRevalidationDeps {
  authorization: Pick<Authorization, 'mayRead'>;
  log: Logger;
  /** Every joined channel of this process. */
  channels(): Iterable<Channel>;
  /** The channel stays, with these rights; its write permissions have to be checked again. */
  renew(channel: Channel, reads: ReadRights): void;
}

const AT_ONCE = 2;

export function createPermissionRevalidation({
  authorization,
  log,
  channels,
  renew,
}: PermissionRevalidationDeps): PermissionRevalidation {
  const recheck = createChannelQueue(revalidate, AT_ONCE);
  let version = 0;

  async function revalidate(channel: Channel): Promise<void> {
    const { subscriber } = channel;
    try {
      const reads = await authorization.mayRead(subscriber, channel.name);
      if (channel.detached) return;
      // Another token decides by now, and may have been checked before the change.
      if (channel.subscriber !== subscriber) recheck(channel);
      else if (reads.broadcast || reads.presence) renew(channel, reads);
      else channel.end(unauthorizedToRead(channel.name));
    } catch (error) {
      const { name, message } = error as Error;
      if (!(error instanceof AuthorizationError))
        log.error({ err: { name, message } }, 'a channel could not be judged');
      // The client joins again by itself, and is checked then.
      if (!channel.detached)
        channel.interrupt('UnableToAuthorize: Permissions cannot be looked up at the moment');
    }
  }

  return {
    get version() {
      return version;
    },
    changed(topics) {
      version += 1;
      const named = topics && new Set(topics);
      for (const channel of channels()) {
        if (channel.private && (named === null || named.has(channel.name))) recheck(channel);
      }
    },
    recheck,
  };
}
