import type { KeyRing } from '../keys/key-ring.ts';
import { type Channel, subscriberOf } from './channel.ts';
import type { Frame } from './frames.ts';
import type { PostgresChanges } from './postgres-changes/postgres-changes.ts';
import { ChannelTokenError, readChannelToken } from './tokens.ts';

/** The official server's words (wire facts C3). */
export const SUBSCRIBED = 'Subscribed to PostgreSQL';

/** What handlers of frames work with. */
export interface RealtimeServices {
  ring: KeyRing;
  changes: PostgresChanges;
}

/** Acts on a frame of a joined channel. A returned promise holds back what the connection sends next. */
type ChannelEventHandler = (
  channel: Channel,
  frame: Frame,
  services: RealtimeServices,
) => Promise<void> | undefined;

const HANDLERS: Record<string, ChannelEventHandler> = {
  phx_leave: leave,
  access_token: renewToken,
  broadcast: refuse,
  presence: refuse,
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

/** Broadcast and presence are not served yet: whoever waits for an answer gets it, and the channel lives on. */
function refuse(channel: Channel, frame: Frame): undefined {
  channel.connection.reply(frame, 'error', { reason: `${frame.event} is not available` });
}
