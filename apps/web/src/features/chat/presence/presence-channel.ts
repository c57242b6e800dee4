import type { RealtimeChannel } from '@supabase/realtime-js';
import { openLiveChannel } from '@/shared/api/live-channel.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import { isOfOtherSide } from '../model/chat.ts';
import { createStore, type ReadableStore } from '../model/store.ts';
import { createOnlineStatus, type Online } from './online-status.ts';
import { createTypingReceiver, createTypingSender } from './typing-signal.ts';

/** The live signs of the other side of a chat. */
export interface LivePresence {
  online: ReadableStore<Online>;
  typing: ReadableStore<boolean>;
  /** Whether a person is of the other side; several may be, of a booth's team. */
  isOfOtherSide(profileId: string): boolean;
  /** The id of the colleague who is writing to the visitor; null: no one. */
  colleague: ReadableStore<string | null>;
  /** The user's own draft has changed to this. */
  typed(text: string): void;
  stop(): void;
}

interface PresenceOptions {
  supabase: Supabase;
  sessionId: string;
  myId: string;
  counterpartId: string;
  /**
   * Whether the user is the visitor: everyone else in the chat is of the booth's team
   * (docs/adr/0083-booth-teams.md).
   */
  asVisitor: boolean;
}

/**
 * Enters the private channel of a session (supabase/schemas/20_realtime.sql), on the same socket as
 * the messages. It shows the user as present while the page is visible, and sends typing signs
 * while the other side or a colleague is present. All tabs and devices of one person count as one.
 */
export function startPresence({
  supabase,
  sessionId: chatId,
  myId,
  counterpartId,
  asVisitor,
}: PresenceOptions): LivePresence {
  const onlineStatus = createOnlineStatus(() => Date.now());
  const receiver = createTypingReceiver();
  const colleagueReceiver = createTypingReceiver();
  const colleague = createStore<string | null>(null);
  let colleagueThere = false;
  let room: RealtimeChannel | null = null;

  const isOtherSide = (id: string) => isOfOtherSide(id, myId, asVisitor ? myId : counterpartId);
  const visible = () => document.visibilityState === 'visible';
  // Without a socket the client would send a request for each sign, with a warning.
  const ready = () => room !== null && room.state === 'joined' && room.socket.isConnected();

  const sender = createTypingSender(
    (typing) => {
      const read = colleagueThere || onlineStatus.online.get().kind === 'online';
      if (!room || !ready() || !visible() || !read) return false;
      void room.send({ type: 'broadcast', event: 'typing', payload: { by: myId, typing } });
      return true;
    },
    () => Date.now(),
  );

  function showMyself(): void {
    if (!room || !ready()) return;
    if (visible()) void room.track({}).catch(() => {});
    else {
      void room.untrack().catch(() => {});
      sender.forget();
    }
  }

  function onTyping(payload: unknown): void {
    const sent = payload as { by?: unknown; typing?: unknown } | null;
    // The user's other devices send here, too.
    if (typeof sent?.by !== 'string' || typeof sent.typing !== 'boolean' || sent.by === myId) return;
    if (isOtherSide(sent.by)) receiver.receive(sent.typing);
    else {
      colleague.set(sent.typing ? sent.by : null);
      colleagueReceiver.receive(sent.typing);
    }
  }
  const endColleague = colleagueReceiver.typing.subscribe(() => {
    if (!colleagueReceiver.typing.get()) colleague.set(null);
  });

  const close = openLiveChannel(supabase, {
    topic: `session:${chatId}`,
    room: true,
    config: { private: true, presence: { key: myId } },
    bind(channel) {
      channel
        .on('presence', { event: 'sync' }, () => {
          const present = Object.keys(channel.presenceState());
          const there = present.some(isOtherSide);
          colleagueThere = present.some((id) => id !== myId && !isOtherSide(id));
          onlineStatus.seen(there);
          if (!there) receiver.receive(false);
        })
        .on('broadcast', { event: 'typing' }, ({ payload }) => onTyping(payload));
    },
    onLive(channel) {
      room = channel;
      showMyself();
    },
    onDown() {
      room = null;
      onlineStatus.lost();
      receiver.receive(false);
      colleagueReceiver.receive(false);
      sender.forget();
    },
  });
  document.addEventListener('visibilitychange', showMyself);

  return {
    online: onlineStatus.online,
    typing: receiver.typing,
    isOfOtherSide: isOtherSide,
    colleague,
    typed: sender.typed,
    stop() {
      document.removeEventListener('visibilitychange', showMyself);
      close();
      onlineStatus.stop();
      receiver.stop();
      endColleague();
      colleagueReceiver.stop();
    },
  };
}
