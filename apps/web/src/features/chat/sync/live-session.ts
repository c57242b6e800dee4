import { openLiveChannel } from '@/shared/api/live-channel.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import type { MessageChange } from '../model/thread.ts';
import { type ChangePayload, readMessageChange } from './message-change.ts';
import { type ReadMark, readMarkOf } from './read-marks.ts';

export interface LiveTarget {
  sessionId: string;
  /** The people of the session, whose names and languages are followed, and what they share. */
  profileIds: readonly string[];
}

export interface LiveHandlers {
  /** A message changed; null when the change could not be read. */
  onMessage(change: MessageChange | null): void;
  /** The session or one of its people changed. */
  onSession(): void;
  /** The other side, or another device, has read on. */
  onRead(mark: ReadMark): void;
  /** Changes arrive from now on; what happened before must be read. May be called again without an `onDown` between. */
  onLive(): void;
  /** Changes may be missed from now on. */
  onDown(): void;
}

/** Listens to one chat (specification 4.10) until the returned function is called. */
export function openLiveSession(supabase: Supabase, target: LiveTarget, handlers: LiveHandlers): () => void {
  const { sessionId, profileIds } = target;
  return openLiveChannel(supabase, {
    topic: `chat:${sessionId}`,
    onLive: () => handlers.onLive(),
    onDown: () => handlers.onDown(),
    bind(channel) {
      channel
        .on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'messages', filter: `session_id=eq.${sessionId}` },
          (payload) => handlers.onMessage(readMessageChange(payload as ChangePayload)),
        )
        // It also goes: with an account, or because its time was up.
        .on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'sessions', filter: `id=eq.${sessionId}` },
          handlers.onSession,
        )
        .on(
          'postgres_changes',
          {
            event: '*',
            schema: 'public',
            table: 'profile_changes',
            filter: `profile_id=in.(${profileIds.join(',')})`,
          },
          handlers.onSession,
        )
        .on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'session_reads', filter: `session_id=eq.${sessionId}` },
          (payload) => {
            const mark = readMarkOf(payload.new);
            if (mark) handlers.onRead(mark);
          },
        );
    },
  });
}
