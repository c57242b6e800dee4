import { pollWhileVisible } from '../async/poll-while-visible.ts';
import { type LiveChannelOptions, openLiveChannel, type RealtimeSource } from './live-channel.ts';

export interface KeptCurrent extends Pick<LiveChannelOptions, 'topic' | 'bind'> {
  /** Reads the data again. The listeners of `bind` call it, or read later. */
  readAgain(): void;
}

/**
 * Keeps data current until the returned function is called. `bind` listens to live changes. The
 * data is read again whenever the channel goes live, because earlier changes were not announced,
 * and every 20 s while the page is visible without a live channel: some networks block WebSockets.
 */
export function keepCurrent(supabase: RealtimeSource, { topic, bind, readAgain }: KeptCurrent): () => void {
  let endPolling: (() => void) | null = pollWhileVisible(readAgain);
  const close = openLiveChannel(supabase, {
    topic,
    bind,
    onLive() {
      endPolling?.();
      endPolling = null;
      readAgain();
    },
    onDown() {
      endPolling ??= pollWhileVisible(readAgain);
    },
  });
  return () => {
    close();
    endPolling?.();
  };
}
