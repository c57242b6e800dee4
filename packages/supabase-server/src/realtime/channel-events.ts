import { AuthorizationError, EVERYTHING, type ReadRights, unauthorizedToRead } from './authorization.ts';
import { broadcastText } from './broadcast-events.ts';
import { type Channel, subscriberOf } from './channel.ts';
import type { Frame } from './frames.ts';
import type { Subscriber } from './postgres-changes/subscriptions.ts';
import { presence } from './presence-events.ts';
import type { Rooms } from './rooms/rooms.ts';
import { type RealtimeServices, SUBSCRIBED } from './services.ts';
import { ChannelTokenError, readChannelToken } from './tokens.ts';

/**
 * Acts on a frame of a joined channel. A returned promise holds back the connection's next frames.
 */
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

/**
 * No answer unless the token is bad (supabase-protocol 4.5). It must still have the right to read a
 * private channel, and a new role the right to the columns that filters look at.
 */
async function renewToken(channel: Channel, frame: Frame, services: RealtimeServices): Promise<void> {
  const token = (frame.payload as { access_token?: unknown } | null)?.access_token;
  if (typeof token !== 'string' || token === '' || token.startsWith('sb_')) return;
  try {
    const credentials = await readChannelToken(services, token, channel.connection);
    const subscriber = subscriberOf(credentials);
    if (subscriber === channel.subscriber) return;
    const reads = await readRights(channel, subscriber, services);
    if (channel.detached) return;
    if (!reads.broadcast && !reads.presence) channel.end(unauthorizedToRead(channel.name));
    else await exchange(channel, subscriber, reads, services);
    // The access may have ended before the channel got this token.
    services.sessions.recheck(channel);
  } catch (error) {
    if (error instanceof AuthorizationError) channel.interrupt(error.message);
    else if (error instanceof ChannelTokenError) channel.end(error.message);
    else throw error;
  }
}

async function readRights(
  channel: Channel,
  subscriber: Subscriber,
  { authorization }: RealtimeServices,
): Promise<ReadRights> {
  return channel.private ? authorization.mayRead(subscriber, channel.name) : EVERYTHING;
}

async function exchange(
  channel: Channel,
  subscriber: Subscriber,
  reads: ReadRights,
  { changes, rooms }: RealtimeServices,
): Promise<void> {
  const renew = () => renewRights(channel, subscriber, reads, rooms);
  if (subscriber.role === channel.subscriber.role || channel.bindings.length === 0) {
    renew();
    return;
  }
  const outcome = await changes.subscribe(channel, subscriber, channel.bindings, () => {
    if (channel.detached) return false;
    renew();
    if (!channel.live) channel.system('ok', SUBSCRIBED);
    channel.live = true;
    return true;
  });
  if (outcome.status === 'refused') {
    if (channel.live) channel.end(outcome.message);
    // Bindings that were refused before remain so; broadcasts and presence follow the token.
    else if (!channel.detached) renew();
  }
  if (outcome.status === 'unavailable') channel.interrupt(outcome.reason);
}

/** The channel continues with these rights, which may come from another token. */
export function renewRights(channel: Channel, subscriber: Subscriber, reads: ReadRights, rooms: Rooms): void {
  const receivedPresence = channel.receivesPresence;
  channel.renew(subscriber, reads);
  rooms.update(channel);
  if (!receivedPresence) rooms.presence.sendState(channel);
}
