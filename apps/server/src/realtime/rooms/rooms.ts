import type { Database } from '../../db/database.ts';
import type { Logger } from '../../http/logger.ts';
import type { Channel } from '../channel.ts';
import {
  BroadcastFrames,
  type BroadcastMessage,
  parseBroadcast,
  serializeBroadcast,
} from './broadcast-message.ts';
import { type ClusterBus, joinCluster } from './cluster-bus.ts';
import { Presence } from './presence.ts';

const BROADCAST = 'broadcast';

/** What the channels of one topic share, over all processes: broadcasts and presence (wire facts C5). */
export interface Rooms {
  readonly presence: Presence;
  enter(channel: Channel): void;
  leave(channel: Channel): void;
  /** @param sender does not get the message back */
  broadcast(message: BroadcastMessage, sender?: Channel): void;
  close(): Promise<void>;
}

/** @throws when the database cannot be reached */
export async function openRooms(deps: { db: Database; log: Logger }): Promise<Rooms> {
  const members = new Map<string, Set<Channel>>();
  let bus: ClusterBus | null = null;
  const presence = new Presence((kind, body) => bus?.publish(kind, body));

  function sendHere(message: BroadcastMessage, sender?: Channel): void {
    const frames = new BroadcastFrames(message);
    for (const channel of members.get(message.topic) ?? []) {
      const frame = channel === sender ? null : frames.for(channel.connection.version);
      if (frame !== null) channel.connection.send(frame);
    }
  }

  bus = await joinCluster(deps, {
    onMessage(message) {
      try {
        if (message.kind === BROADCAST) sendHere(parseBroadcast(message.body));
        else presence.take(message);
      } catch {
        deps.log.warn({ kind: message.kind }, 'a message of another process was not understood');
      }
    },
    onPeerGone: (id) => presence.dropProcess(id),
    onPeerChange: () => presence.askAll(),
  });
  const joined = bus;

  return {
    presence,
    enter(channel) {
      const room = members.get(channel.topic);
      if (room) room.add(channel);
      else members.set(channel.topic, new Set([channel]));
    },
    leave(channel) {
      presence.leave(channel);
      const room = members.get(channel.topic);
      room?.delete(channel);
      if (room?.size === 0) members.delete(channel.topic);
    },
    broadcast(message, sender) {
      sendHere(message, sender);
      joined.publish(BROADCAST, serializeBroadcast(message));
    },
    close: () => joined.close(),
  };
}
