import type { RealtimeChannel, RealtimeChannelOptions, RealtimeClient } from '@supabase/realtime-js';
import { retryDelayMs } from '../async/retry-delay.ts';

export interface LiveChannelOptions {
  /** The channel's topic. */
  topic: string;
  /**
   * Whether the topic is a room shared with others. Otherwise it only names this client's
   * subscriptions to row changes, and each attempt gets another name.
   */
  room?: boolean;
  config?: RealtimeChannelOptions['config'];
  /** Attaches the listeners. Called for each new channel. */
  bind(channel: RealtimeChannel): void;
  /**
   * Changes arrive from now on; earlier ones must be read. Also called without an `onDown` before
   * it, when the database has restarted its listener.
   */
  onLive(channel: RealtimeChannel): void;
  /** Something may be missed from now on. */
  onDown(): void;
}

/**
 * The time, in ms, after which a joined channel counts as live without the server's message that
 * its database listens as well.
 */
const DATABASE_WORD_MS = 3_000;
/** A channel that lived for this long, in ms, was a good one. */
const STABLE_MS = 10_000;
/**
 * Between attempts to enter a room that the server has said no to, in ms. Rights that come back are
 * no hurry: nothing else waits for them.
 */
const REFUSED_RETRY_MS = 120_000;
/**
 * The beginning of the server's message when policies refuse a channel; other errors are temporary,
 * such as a token that has run out.
 */
const REFUSAL = 'Unauthorized:';

/** The part of the app's client that channels need. */
export interface RealtimeSource {
  /** @throws when it cannot be had now; it is asked again */
  realtime(): Promise<RealtimeClient>;
}

let opened = 0;

/** Rooms that are being left; the client would hand out the old channel until that is done. */
const leaving = new Map<string, Promise<unknown>>();

/**
 * Keeps one channel open, on the client's one socket, until the returned function is called.
 *
 * realtime-js reconnects its socket after 1, 2, 5, then every 10 s, and rejoins a channel that
 * failed or timed out. This function adds what the library lacks: it opens a channel again that the
 * server has closed (an expired token, changed rights, a refused subscription), and it retries a
 * room without permission only rarely.
 */
export function openLiveChannel(supabase: RealtimeSource, options: LiveChannelOptions): () => void {
  let over = false;
  let failures = 0;
  let liveSince: number | null = null;
  let realtime: RealtimeClient | null = null;
  let channel: RealtimeChannel | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let databaseWord: ReturnType<typeof setTimeout> | undefined;

  async function open(): Promise<void> {
    if (options.room) await leaving.get(options.topic);
    realtime ??= await supabase.realtime().catch(() => null);
    // Joins carry the token that the socket knows, and it knows none in the first moments of a
    // page.
    await realtime?.setAuth().catch(() => {});
    if (over) return;
    if (realtime) channel = subscribe(realtime);
    else reopen();
  }

  function subscribe(client: RealtimeClient): RealtimeChannel {
    opened += 1;
    const joined = client.channel(options.room ? options.topic : `${options.topic}:${opened}`, {
      config: options.config ?? {},
    });
    options.bind(joined);
    joined.on('system', {}, (payload: { extension?: string; status?: string }) => {
      if (payload.extension !== 'postgres_changes' || channel !== joined) return;
      if (payload.status === 'ok') live(joined);
      else if (payload.status === 'error') reopen();
    });
    joined.subscribe((status, error) => {
      if (channel !== joined) return;
      if (status === 'SUBSCRIBED') onJoined(joined);
      else if (status === 'CLOSED') reopen();
      else if (error?.message.startsWith(REFUSAL)) reopen(REFUSED_RETRY_MS);
      else {
        clearTimeout(databaseWord);
        options.onDown();
      }
    });
    return joined;
  }

  /**
   * Changes of rows arrive from when the database listens, which can be seconds later: data read
   * before may miss some.
   */
  function onJoined(joined: RealtimeChannel): void {
    clearTimeout(databaseWord);
    if (options.room) live(joined);
    else databaseWord = setTimeout(() => live(joined), DATABASE_WORD_MS);
  }

  function live(joined: RealtimeChannel): void {
    clearTimeout(databaseWord);
    liveSince ??= Date.now();
    options.onLive(joined);
  }

  /** @param soonest in ms */
  function reopen(soonest = 0): void {
    drop();
    options.onDown();
    // A server that lets channels in and closes them at once is not asked every second.
    if (liveSince !== null && Date.now() - liveSince >= STABLE_MS) failures = 0;
    liveSince = null;
    failures += 1;
    retry = setTimeout(() => void open(), Math.max(soonest, retryDelayMs(failures)));
  }

  function drop(): void {
    clearTimeout(databaseWord);
    const dropped = channel;
    channel = null;
    if (!dropped || !realtime) return;
    const { topic } = options;
    const gone = realtime
      .removeChannel(dropped)
      .catch(() => {})
      .then(() => {
        if (leaving.get(topic) === gone) leaving.delete(topic);
      });
    if (options.room) leaving.set(topic, gone);
  }

  void open();
  return () => {
    over = true;
    clearTimeout(retry);
    drop();
  };
}
