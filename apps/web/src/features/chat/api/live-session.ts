import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js';
import type { Supabase } from '../../../lib/supabase.ts';
import { systemClock } from '../model/clock.ts';
import { type ChangePayload, readMessageChange } from '../model/message-change.ts';
import { newId } from '../model/new-id.ts';
import { retryDelayMs } from '../model/outbox-entry.ts';
import type { MessageChange } from '../model/thread.ts';

export interface LiveTarget {
  sessionId: string;
  /** The people of the session, whose names and languages are followed. */
  profileIds: readonly string[];
}

export interface LiveHandlers {
  /** A message changed; null when the change could not be read. */
  onMessage(change: MessageChange | null): void;
  /** The session or one of its people changed. */
  onSession(): void;
  /** Changes arrive from now on; what happened before must be read. May be called again without an `onDown` between. */
  onLive(): void;
  /** Changes may be missed from now on. */
  onDown(): void;
}

/** A channel that lived for this long, in ms, was a good one. */
const STABLE_MS = 10_000;

/**
 * Listens to one chat (spec section 4, "Chat") until the returned function is called.
 *
 * realtime-js reconnects its socket after 1, 2, 5, then every 10 s and rejoins a channel that failed or timed out. What
 * it does not do, and this does: a channel that the server has closed (a token that ran out, rights that changed, a
 * subscription that the database refused) is opened anew.
 */
export function openLiveSession(supabase: Supabase, target: LiveTarget, handlers: LiveHandlers): () => void {
  const over = new AbortController();
  let failures = 0;
  let liveSince: number | null = null;
  let realtime: RealtimeClient | null = null;
  let channel: RealtimeChannel | null = null;

  async function open(): Promise<void> {
    realtime ??= await supabase.realtime().catch(() => null);
    // Joins carry the token that the socket knows, and it knows none in the first moments of a page.
    await realtime?.setAuth().catch(() => {});
    if (over.signal.aborted) return;
    if (realtime) channel = subscribe(realtime);
    else reopen();
  }

  function subscribe(client: RealtimeClient) {
    const { sessionId, profileIds } = target;
    // A name of its own each time: a channel of the same name may still be leaving, and would be handed out again.
    const opened = client
      .channel(`chat:${sessionId}:${newId()}`)
      .on(
        'postgres_changes',
        { event: '*', schema: 'public', table: 'messages', filter: `session_id=eq.${sessionId}` },
        (payload) => handlers.onMessage(readMessageChange(payload as ChangePayload)),
      )
      .on(
        'postgres_changes',
        { event: 'UPDATE', schema: 'public', table: 'sessions', filter: `id=eq.${sessionId}` },
        handlers.onSession,
      )
      .on(
        'postgres_changes',
        { event: 'UPDATE', schema: 'public', table: 'profiles', filter: `id=in.(${profileIds.join(',')})` },
        handlers.onSession,
      )
      .on('system', {}, (payload: { extension?: string; status?: string }) => {
        if (payload.extension !== 'postgres_changes' || channel !== opened) return;
        // The subscription can go live seconds after the channel has been joined.
        if (payload.status === 'ok') live();
        else if (payload.status === 'error') reopen();
      });
    opened.subscribe((status) => {
      if (channel !== opened) return;
      if (status === 'SUBSCRIBED') live();
      else if (status === 'CLOSED') reopen();
      else handlers.onDown();
    });
    return opened;
  }

  function live(): void {
    liveSince ??= systemClock.now();
    handlers.onLive();
  }

  function reopen(): void {
    drop();
    handlers.onDown();
    // A server that lets channels in and closes them at once is not asked every second.
    if (liveSince !== null && systemClock.now() - liveSince >= STABLE_MS) failures = 0;
    liveSince = null;
    failures += 1;
    void systemClock.sleep(retryDelayMs(failures), over.signal).then(open);
  }

  function drop(): void {
    const dropped = channel;
    channel = null;
    if (dropped) void realtime?.removeChannel(dropped);
  }

  void open();
  return () => {
    over.abort();
    drop();
  };
}
