import { pollWhileVisible } from '../async/poll-while-visible.ts';
import { type LiveChannelOptions, openLiveChannel, type RealtimeSource } from './live-channel.ts';

/** What TanStack Query does with a read that is under way when the data is to be read again. */
export interface ReadOptions {
  cancelRefetch?: boolean;
}

/**
 * A poll waits for a read that is under way: on a slow network one takes longer than the time
 * between two polls. A change makes that read out of date.
 */
const POLL: ReadOptions = { cancelRefetch: false };

export interface KeptCurrent extends Pick<LiveChannelOptions, 'topic' | 'bind'> {
  /** Reads the data again. The listeners of `bind` call it, or read later. */
  readAgain(options?: ReadOptions): void;
}

/**
 * Keeps data current until the returned function is called. `bind` listens to live changes. The
 * data is read again whenever the channel goes live, because earlier changes were not announced,
 * and every 20 s while the page is visible without a live channel: some networks block WebSockets.
 */
export function keepCurrent(supabase: RealtimeSource, { topic, bind, readAgain }: KeptCurrent): () => void {
  const poll = () => readAgain(POLL);
  let endPolling: (() => void) | null = pollWhileVisible(poll);
  const close = openLiveChannel(supabase, {
    topic,
    bind,
    onLive() {
      endPolling?.();
      endPolling = null;
      readAgain();
    },
    onDown() {
      endPolling ??= pollWhileVisible(poll);
    },
  });
  return () => {
    close();
    endPolling?.();
  };
}
