import type { Logger } from '../http/logger.ts';
import {
  type Authorization,
  AuthorizationError,
  type ReadRights,
  unauthorizedToRead,
} from './authorization.ts';
import type { Channel } from './channel.ts';
import { createChannelQueue } from './channel-queue.ts';

/**
 * Asks policies again when the database says that rights to private channels have changed (supabase/schemas/20_realtime.sql): else an
 * answer holds until the channel's token is renewed, and whoever was in a room when the right was taken away would stay in it.
 */
export interface RightsWatch {
  /** Grows with each change that was told of: an answer asked for before says nothing any more. */
  readonly version: number;
  /** The rights to these topics (without their prefix) have changed; null: perhaps to any. */
  changed(topics: readonly string[] | null): void;
  /** Judges a channel anew, soon. It is ended when it may not be read any more, interrupted when nobody can say. */
  recheck(channel: Channel): void;
}

export interface RightsWatchDeps {
  authorization: Pick<Authorization, 'mayRead'>;
  log: Logger;
  /** Every joined channel of this process. */
  channels(): Iterable<Channel>;
  /** The channel stays, with these rights; what it may write has to be asked again. */
  renew(channel: Channel, reads: ReadRights): void;
}

const AT_ONCE = 2;

export function createRightsWatch({ authorization, log, channels, renew }: RightsWatchDeps): RightsWatch {
  const recheck = createChannelQueue(judge, AT_ONCE);
  let version = 0;

  async function judge(channel: Channel): Promise<void> {
    const { subscriber } = channel;
    try {
      const reads = await authorization.mayRead(subscriber, channel.name);
      if (channel.detached) return;
      // Another token decides by now, and may have been judged before the change.
      if (channel.subscriber !== subscriber) recheck(channel);
      else if (reads.broadcast || reads.presence) renew(channel, reads);
      else channel.end(unauthorizedToRead(channel.name));
    } catch (error) {
      const { name, message } = error as Error;
      if (!(error instanceof AuthorizationError))
        log.error({ err: { name, message } }, 'a channel could not be judged');
      // The client joins again by itself, and is judged then.
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
