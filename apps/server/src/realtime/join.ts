import { randomUUID } from 'node:crypto';
import type { Credentials } from '../keys/api-keys.ts';
import { Channel, subscriberOf, TOPIC_PREFIX } from './channel.ts';
import { type RealtimeServices, SUBSCRIBED } from './channel-events.ts';
import type { Connection } from './connection.ts';
import type { Frame } from './frames.ts';
import { type JoinPayload, parseJoinPayload } from './join-payload.ts';
import { bindingId } from './postgres-changes/bindings.ts';
import { ChannelTokenError, readChannelToken } from './tokens.ts';

export interface JoinLimits {
  channelsPerConnection: number;
  joinsPerSecond: number;
}

/** A join that gets an error reply; the official client reports CHANNEL_ERROR and tries again, ever more slowly. */
class JoinError extends Error {
  override readonly name = 'JoinError';
}

/** Answers `phx_join` (wire facts C3). */
export async function join(
  connection: Connection,
  frame: Frame,
  services: RealtimeServices,
  limits: JoinLimits,
): Promise<void> {
  try {
    await tryToJoin(connection, frame, services, limits);
  } catch (error) {
    if (!(error instanceof JoinError) && !(error instanceof ChannelTokenError)) throw error;
    connection.reply(frame, 'error', { reason: error.message });
  }
}

async function tryToJoin(
  connection: Connection,
  frame: Frame,
  services: RealtimeServices,
  limits: JoinLimits,
): Promise<void> {
  checkTopic(frame.topic);
  checkLimits(connection, frame.topic, limits);
  const payload = parseJoinPayload(frame.payload);
  if ('problem' in payload) throw new JoinError(`InvalidJoinPayload: ${payload.problem}`);
  const credentials = await readChannelToken(services.ring, payload.accessToken, connection.credentials);
  const name = frame.topic.slice(TOPIC_PREFIX.length);
  if (payload.private) {
    throw new JoinError(`Unauthorized: You do not have permissions to read from this Channel topic: ${name}`);
  }
  // A second join of a topic replaces the first, as in Phoenix.
  connection.channels.get(frame.topic)?.close();
  await open(connection, frame, payload, credentials, services);
}

async function open(
  connection: Connection,
  frame: Frame,
  payload: JoinPayload,
  credentials: Credentials,
  services: RealtimeServices,
): Promise<void> {
  const { changes, rooms } = services;
  const bindings = payload.postgresChanges;
  const channel = new Channel(
    connection,
    {
      topic: frame.topic,
      joinRef: frame.joinRef ?? frame.ref,
      credentials,
      bindings,
      broadcast: payload.broadcast,
      presenceKey: payload.presence.key || randomUUID(),
    },
    (ended) => {
      changes.unsubscribe(ended);
      rooms.leave(ended);
    },
  );
  const confirm = () => {
    if (!connection.open) return false;
    connection.addChannel(channel);
    connection.reply(frame, 'ok', {
      postgres_changes: bindings.map((binding) => ({ id: bindingId(binding), ...binding })),
    });
    rooms.enter(channel);
    if (payload.presence.enabled) rooms.presence.enter(channel);
    return true;
  };
  if (bindings.length === 0) {
    confirm();
    return;
  }
  // The answer leaves at the moment the subscription goes live: no change can come before it, none is missed after it.
  const outcome = await changes.subscribe(channel, subscriberOf(credentials), bindings, () => {
    if (!confirm()) return false;
    channel.live = true;
    channel.system('ok', SUBSCRIBED);
    return true;
  });
  if (outcome.status === 'unavailable') {
    throw new JoinError('UnableToSubscribe: Changes of the database are not available at the moment');
  }
  if (outcome.status === 'refused' && confirm()) channel.system('error', outcome.message);
}

function checkTopic(topic: string): void {
  if (!topic.startsWith(TOPIC_PREFIX)) throw new JoinError('unmatched topic');
  if (topic.length === TOPIC_PREFIX.length) {
    throw new JoinError('TopicNameRequired: You must provide a topic name');
  }
}

function checkLimits(connection: Connection, topic: string, limits: JoinLimits): void {
  if (connection.countJoin() > limits.joinsPerSecond) {
    throw new JoinError('ClientJoinRateLimitReached: Too many joins per second');
  }
  if (connection.channels.size >= limits.channelsPerConnection && !connection.channels.has(topic)) {
    throw new JoinError('ChannelRateLimitReached: Too many channels');
  }
}
