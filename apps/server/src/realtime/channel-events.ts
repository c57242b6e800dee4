import type { KeyRing } from '../keys/key-ring.ts';
import type { BroadcastPush } from './binary-frames.ts';
import { type Channel, subscriberOf } from './channel.ts';
import type { Address, Frame } from './frames.ts';
import type { PostgresChanges } from './postgres-changes/postgres-changes.ts';
import { BroadcastError, type BroadcastMessage, checkBroadcast } from './rooms/broadcast-message.ts';
import type { Rooms } from './rooms/rooms.ts';
import { ChannelTokenError, readChannelToken } from './tokens.ts';

/** The official server's words (wire facts C3). */
export const SUBSCRIBED = 'Subscribed to PostgreSQL';

/** What handlers of frames work with. */
export interface RealtimeServices {
  ring: KeyRing;
  changes: PostgresChanges;
  rooms: Rooms;
}

/** What one channel may have tracked: everybody in the room gets it. */
const MAX_PRESENCE_BYTES = 16 * 1024;

/** Acts on a frame of a joined channel. A returned promise holds back what the connection sends next. */
type ChannelEventHandler = (
  channel: Channel,
  frame: Frame,
  services: RealtimeServices,
) => Promise<void> | undefined;

const HANDLERS: Record<string, ChannelEventHandler> = {
  phx_leave: leave,
  access_token: renewToken,
  broadcast: broadcastText,
  presence,
};

export function handleChannelEvent(
  channel: Channel,
  frame: Frame,
  services: RealtimeServices,
): Promise<void> | undefined {
  const handler = Object.hasOwn(HANDLERS, frame.event) ? HANDLERS[frame.event] : undefined;
  if (!handler) {
    channel.connection.reply(frame, 'error', { reason: 'unmatched event' });
    return undefined;
  }
  return handler(channel, frame, services);
}

function leave(channel: Channel, frame: Frame): undefined {
  channel.connection.reply(frame, 'ok');
  channel.close();
}

/** No answer unless the token is bad (wire facts C5). A new role must have the right to the columns that filters look at. */
async function renewToken(channel: Channel, frame: Frame, services: RealtimeServices): Promise<void> {
  const token = (frame.payload as { access_token?: unknown } | null)?.access_token;
  if (typeof token !== 'string' || token === '' || token.startsWith('sb_')) return;
  try {
    const credentials = await readChannelToken(services.ring, token, channel.connection.credentials);
    const subscriber = subscriberOf(credentials);
    if (subscriber.role === channel.subscriber.role || channel.bindings.length === 0) {
      channel.subscriber = subscriber;
      return;
    }
    const outcome = await services.changes.subscribe(channel, subscriber, channel.bindings, () => {
      channel.subscriber = subscriber;
      if (!channel.live) channel.system('ok', SUBSCRIBED);
      channel.live = true;
      return !channel.detached;
    });
    if (outcome.status === 'refused' && channel.live) channel.end(outcome.message);
    if (outcome.status === 'unavailable') channel.interrupt('The change feed is not available');
  } catch (error) {
    if (!(error instanceof ChannelTokenError)) throw error;
    channel.end(error.message);
  }
}

/** A broadcast as a text frame: `{type, event, payload}`. */
function broadcastText(channel: Channel, frame: Frame, { rooms }: RealtimeServices): undefined {
  const { event, payload } = (frame.payload ?? {}) as { event?: unknown; payload?: unknown };
  const bytes = Buffer.from(JSON.stringify(payload ?? {}));
  const message = { topic: channel.topic, event: String(event ?? ''), json: true, payload: bytes };
  sendBroadcast(channel, frame, message, rooms);
}

/** A broadcast as a binary frame, which has no room for anything else. */
export function handleBroadcastPush(
  channel: Channel,
  push: BroadcastPush,
  { rooms }: RealtimeServices,
): void {
  const { topic, event, json, payload } = push;
  const frame = { joinRef: channel.joinRef, ref: push.ref || null, topic, event: 'broadcast' };
  sendBroadcast(channel, frame, { topic, event, json, payload }, rooms);
}

/** Only a channel that asked for acknowledgements gets an answer (wire facts C5). */
function sendBroadcast(channel: Channel, frame: Address, message: BroadcastMessage, rooms: Rooms): void {
  const { ack, self } = channel.broadcast;
  try {
    checkBroadcast(message);
    rooms.broadcast(message, self ? undefined : channel);
    if (ack) channel.connection.reply(frame, 'ok');
  } catch (error) {
    if (!(error instanceof BroadcastError)) throw error;
    if (ack) channel.connection.reply(frame, 'error', { reason: error.message });
  }
}

function presence(channel: Channel, frame: Frame, { rooms }: RealtimeServices): undefined {
  const { event, payload } = (frame.payload ?? {}) as { event?: unknown; payload?: unknown };
  if (event === 'untrack') {
    rooms.presence.untrack(channel);
    channel.connection.reply(frame, 'ok');
  } else if (event === 'track') {
    track(channel, frame, payload, rooms);
  } else {
    channel.connection.reply(frame, 'error', { reason: 'presence takes track and untrack' });
  }
}

function track(channel: Channel, frame: Frame, payload: unknown, rooms: Rooms): void {
  if (!channel.connection.mayTrack()) {
    channel.end('Client presence rate limit exceeded');
    return;
  }
  const tracked = payload ?? {};
  if (typeof tracked !== 'object' || Array.isArray(tracked)) {
    channel.connection.reply(frame, 'error', { reason: 'what is tracked must be an object' });
  } else if (Buffer.byteLength(JSON.stringify(tracked)) > MAX_PRESENCE_BYTES) {
    channel.connection.reply(frame, 'error', {
      reason: `at most ${MAX_PRESENCE_BYTES} bytes can be tracked`,
    });
  } else {
    rooms.presence.track(channel, tracked);
    channel.connection.reply(frame, 'ok');
  }
}
