import { openLiveChannel } from '@/shared/api/live-channel.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import type { MessageChange } from '../model/message-history.ts';
import { type MessageReaction, readReaction } from '../model/reactions.ts';
import { type ChangePayload, readMessageChange } from './message-change.ts';
import { type ReadMark, readMarkOf } from './read-marks.ts';

export interface ChatSubscriptionTarget {
  chatId: string;
  /** The people of the session, whose names and languages are followed, and what they share. */
  profileIds: readonly string[];
  /** The viewer's profile. */
  viewerId: string;
}

export interface ChatSubscriptionHandlers {
  /** A message changed; null when the change could not be read. */
  onMessage(change: MessageChange | null): void;
  /** The session or one of its people changed. */
  onSession(): void;
  /** The other side, or another device, has read on. */
  onRead(mark: ReadMark): void;
  /** The other side, or another device, has reacted. */
  onReaction(reaction: MessageReaction): void;
  /** A meeting was proposed, or its state changed. */
  onMeeting(): void;
  /**
   * Another device of the viewer has deleted a message for them. That it was brought back comes with
   * the next read: a deleted row is told without the columns that could be filtered by.
   */
  onHidden(messageId: string): void;
  /**
   * Changes arrive from now on; earlier ones must be read. May be called again without an `onDown`
   * between.
   */
  onLive(): void;
  /** Changes may be missed from now on. */
  onDown(): void;
}

/** Listens to one chat (specification 4.10) until the returned function is called. */
export function subscribeToChat(
  supabase: Supabase,
  target: ChatSubscriptionTarget,
  handlers: ChatSubscriptionHandlers,
): () => void {
  const { chatId, profileIds, viewerId } = target;
  return openLiveChannel(supabase, {
    topic: `chat:${chatId}`,
    onLive: () => handlers.onLive(),
    onDown: () => handlers.onDown(),
    bind(channel) {
      channel
        .on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'messages', filter: `session_id=eq.${chatId}` },
          (payload) => handlers.onMessage(readMessageChange(payload as ChangePayload)),
        )
        // It also goes: with an account, or because its time was up.
        .on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'sessions', filter: `id=eq.${chatId}` },
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
          { event: '*', schema: 'public', table: 'session_reads', filter: `session_id=eq.${chatId}` },
          (payload) => {
            const mark = readMarkOf(payload.new);
            if (mark) handlers.onRead(mark);
          },
        )
        .on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'message_reactions', filter: `session_id=eq.${chatId}` },
          (payload) => {
            const reaction = readReaction(payload.new);
            if (reaction) handlers.onReaction(reaction);
          },
        )
        .on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'meetings', filter: `session_id=eq.${chatId}` },
          handlers.onMeeting,
        )
        .on(
          'postgres_changes',
          {
            event: 'INSERT',
            schema: 'public',
            table: 'hidden_messages',
            filter: `profile_id=eq.${viewerId}`,
          },
          ({ new: { message_id: id } }) => {
            if (typeof id === 'string') handlers.onHidden(id);
          },
        );
    },
  });
}
