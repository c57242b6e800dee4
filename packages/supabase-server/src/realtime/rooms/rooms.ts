import type { Database } from '../../db/database.ts';
import type { Logger } from '../../util/logger.ts';
import type { Channel } from '../channel.ts';
import {
  BroadcastFrames,
  type BroadcastMessage,
  parseBroadcast,
  roomOf,
  serializeBroadcast,
} from './broadcast-message.ts';
import { startDatabaseBroadcasts } from './database-broadcasts.ts';
import { Presence } from './presence.ts';
import { joinProcessPubSub, type ProcessPubSub } from './process-pubsub.ts';

const BROADCAST = 'broadcast';
/** The database's kind of message that names topics (supabase/schemas/20_realtime.sql). */
const RIGHTS = 'rights';

/**
 * The shared state of one topic's channels, over all processes: broadcasts and presence
 * (supabase-protocol 4.5).
 */
export interface Rooms {
  readonly presence: Presence;
  /** From now on the channel gets the room's broadcasts, if it may read them. */
  enter(channel: Channel): void;
  /** Like {@link Rooms.enter}, but holds new messages back until {@link Rooms.release}. */
  enterHeld(channel: Channel): void;
  /** Sends a channel the repeated messages, then the held ones without duplicates. */
  release(channel: Channel, replayed: readonly BroadcastMessage[]): void;
  /** The channel may have other rights than before. */
  update(channel: Channel): void;
  leave(channel: Channel): void;
  /** @param sender does not get the message back */
  broadcast(message: BroadcastMessage, sender?: Channel): void;
  close(): Promise<void>;
}

export interface RoomsDeps {
  db: Database;
  log: Logger;
  config: { realtime: { peerSeconds: number; maxMessageBytes: number } };
}

export interface RoomsHandlers {
  /**
   * The rights to private channels have changed: to these (without the prefix of topics), or null:
   * perhaps to any.
   */
  onRightsChanged(topics: readonly string[] | null): void;
}

/** @throws when the database cannot be reached */
export async function openRooms(
  { db, log, config }: RoomsDeps,
  { onRightsChanged }: RoomsHandlers,
): Promise<Rooms> {
  const { peerSeconds, maxMessageBytes } = config.realtime;
  const members = new Map<string, Set<Channel>>();
  const held = new Map<string, Map<Channel, BroadcastMessage[]>>();
  /**
   * Ids that were replayed to a channel: a notification may come later than the row could be read.
   */
  const replayedIds = new Map<Channel, Set<string>>();
  let pubSub: ProcessPubSub | null = null;
  const presence = new Presence((kind, body) => pubSub?.publish(kind, body));

  function sendHere(message: BroadcastMessage, sender?: Channel): void {
    const room = roomOf(message);
    const frames = new BroadcastFrames(message);
    for (const channel of members.get(room) ?? []) {
      if (channel === sender || wasReplayed(channel, message)) continue;
      const frame = frames.for(channel.connection.version);
      if (frame !== null) channel.connection.send(frame);
    }
    for (const kept of held.get(room)?.values() ?? []) kept.push(message);
  }

  function wasReplayed(channel: Channel, { meta }: BroadcastMessage): boolean {
    return meta !== undefined && replayedIds.size > 0 && replayedIds.get(channel)?.has(meta.id) === true;
  }

  function enter(channel: Channel): void {
    if (!channel.reads.broadcast) return;
    const room = members.get(channel.room);
    if (room) room.add(channel);
    else members.set(channel.room, new Set([channel]));
  }

  function mute(channel: Channel): void {
    const room = members.get(channel.room);
    if (room?.delete(channel) && room.size === 0) members.delete(channel.room);
    unhold(channel);
    replayedIds.delete(channel);
  }

  function unhold(channel: Channel): BroadcastMessage[] {
    const room = held.get(channel.room);
    const kept = room?.get(channel) ?? [];
    if (room?.delete(channel) && room.size === 0) held.delete(channel.room);
    return kept;
  }

  const database = startDatabaseBroadcasts({
    db,
    log,
    maxMessageBytes,
    wanted: (room) => members.has(room) || held.has(room),
    deliver: (message) => sendHere(message),
    interrupt(reason) {
      for (const room of [...members.values()]) for (const channel of [...room]) channel.interrupt(reason);
    },
  });

  /** Handles a message from outside; one that is not understood is ignored. */
  function understood(kind: string, take: () => void): void {
    try {
      take();
    } catch {
      log.warn({ kind }, 'a message of another process was not understood');
    }
  }

  try {
    pubSub = await joinProcessPubSub(
      { db, log, peerSeconds },
      {
        onMessage: (message) =>
          understood(message.kind, () => {
            if (message.kind === BROADCAST) sendHere(parseBroadcast(message.body));
            else presence.take(message);
          }),
        onDatabaseMessage: ({ kind, body }) =>
          understood(`database ${kind}`, () => {
            if (kind === RIGHTS) onRightsChanged(JSON.parse(body) as string[]);
            else database.take(body);
          }),
        onLost: () => database.lost(),
        onBack() {
          database.back();
          // Notifications sent meanwhile are lost.
          onRightsChanged(null);
        },
        onPeerGone: (id) => presence.dropProcess(id),
        onPeerChange: () => presence.requestStates(),
      },
    );
  } catch (error) {
    await database.close();
    throw error;
  }
  const joined = pubSub;

  return {
    presence,
    enter,
    enterHeld(channel) {
      if (!channel.reads.broadcast) return;
      const room = held.get(channel.room);
      if (room) room.set(channel, []);
      else held.set(channel.room, new Map([[channel, []]]));
    },
    release(channel, replayed) {
      const kept = unhold(channel);
      if (channel.detached || !channel.reads.broadcast) return;
      replayedIds.set(channel, new Set(replayed.flatMap(({ meta }) => (meta ? [meta.id] : []))));
      const missing = kept.filter((message) => !wasReplayed(channel, message));
      for (const message of [...replayed, ...missing]) {
        const frame = new BroadcastFrames(message).for(channel.connection.version);
        if (frame !== null) channel.connection.send(frame);
      }
      enter(channel);
    },
    update(channel) {
      if (channel.reads.broadcast) enter(channel);
      else mute(channel);
    },
    leave(channel) {
      presence.leave(channel);
      mute(channel);
    },
    broadcast(message, sender) {
      sendHere(message, sender);
      joined.publish(BROADCAST, serializeBroadcast(message));
    },
    async close() {
      await joined.close();
      await database.close();
    },
  };
}
