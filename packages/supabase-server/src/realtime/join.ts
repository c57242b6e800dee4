import type { Credentials } from '../keys/api-keys.ts';
import { AuthorizationError, EVERYTHING, type ReadRights, unauthorizedToRead } from './authorization.ts';
import { Channel, TOPIC_PREFIX } from './channel.ts';
import type { Connection } from './connection.ts';
import type { Frame } from './frames.ts';
import { type JoinPayload, parseJoinPayload } from './join-payload.ts';
import { bindingId } from './postgres-changes/bindings.ts';
import { readReplay } from './replay.ts';
import type { BroadcastMessage } from './rooms/broadcast-message.ts';
import { REPLICATION_READY, type RealtimeLimits, type RealtimeServices, SUBSCRIBED } from './services.ts';
import { ChannelTokenError, readChannelToken } from './tokens.ts';

/**
 * A join that gets an error reply; the official client reports CHANNEL_ERROR and tries again, ever
 * more slowly.
 */
class JoinError extends Error {
  override readonly name = 'JoinError';
}

/** Answers `phx_join` (supabase-protocol 4.3). */
export async function join(connection: Connection, frame: Frame, services: RealtimeServices): Promise<void> {
  try {
    await tryToJoin(connection, frame, services);
  } catch (error) {
    if (!isForClient(error)) throw error;
    connection.reply(frame, 'error', { reason: error.message });
  }
}

function isForClient(error: unknown): error is Error {
  return (
    error instanceof JoinError || error instanceof ChannelTokenError || error instanceof AuthorizationError
  );
}

async function tryToJoin(connection: Connection, frame: Frame, services: RealtimeServices): Promise<void> {
  checkTopic(frame.topic);
  checkLimits(connection, frame.topic, services.limits);
  const payload = parseJoinPayload(frame.payload);
  if ('problem' in payload) throw new JoinError(`InvalidJoinPayload: ${payload.problem}`);
  if (services.limits.privateOnly && !payload.private) {
    throw new JoinError('PrivateOnly: This project only allows private channels');
  }
  checkReplay(payload);
  const credentials = await readChannelToken(services, payload.accessToken, connection);
  const rightsVersion = services.rights.version;
  const reads = payload.private ? await readRights(frame.topic, credentials, services) : EVERYTHING;
  // A second join of a topic replaces the first, as in Phoenix.
  connection.channel(frame.topic)?.close();
  await open(connection, frame, payload, { credentials, reads, rightsVersion }, services);
}

async function readRights(
  topic: string,
  credentials: Credentials,
  { authorization }: RealtimeServices,
): Promise<ReadRights> {
  const name = topic.slice(TOPIC_PREFIX.length);
  const reads = await authorization.mayRead(credentials, name);
  if (!reads.broadcast && !reads.presence) throw new JoinError(unauthorizedToRead(name));
  return reads;
}

async function open(
  connection: Connection,
  frame: Frame,
  payload: JoinPayload,
  granted: { credentials: Credentials; reads: ReadRights; rightsVersion: number },
  services: RealtimeServices,
): Promise<void> {
  const channel = new Channel(
    connection,
    {
      topic: frame.topic,
      joinRef: frame.joinRef ?? frame.ref,
      credentials: granted.credentials,
      private: payload.private,
      reads: granted.reads,
      bindings: payload.postgresChanges,
      broadcast: payload.broadcast,
      presenceKey: payload.presence.key,
    },
    services.forget,
  );
  try {
    const replayed = await readHeld(channel, payload, services);
    await goLive(connection, channel, frame, { payload, replayed }, services);
    // The change may have been reported before there was a channel to check.
    if (channel.private && granted.rightsVersion !== services.rights.version)
      services.rights.recheck(channel);
    services.sessions.recheck(channel);
  } finally {
    // Held back, but not joined after all.
    if (connection.channel(frame.topic) !== channel) channel.detach();
  }
}

/**
 * Reads the earlier messages that a channel wants replayed, and holds back its new ones in the
 * meantime, so that none is sent twice or lost.
 * @returns null when the channel wants no replay
 */
async function readHeld(
  channel: Channel,
  { replay }: JoinPayload,
  { db, log, rooms }: RealtimeServices,
): Promise<BroadcastMessage[] | null> {
  if (replay === null || replay === 'invalid') return null;
  rooms.enterHeld(channel);
  if (!channel.reads.broadcast) return [];
  try {
    return await readReplay(db, channel.subscriber, channel.name, replay);
  } catch (error) {
    const { name, message } = error as Error;
    log.error({ err: { name, message } }, 'messages could not be replayed');
    throw new JoinError('UnableToReplayMessages: The messages cannot be read at the moment');
  }
}

async function goLive(
  connection: Connection,
  channel: Channel,
  frame: Frame,
  { payload, replayed }: { payload: JoinPayload; replayed: readonly BroadcastMessage[] | null },
  { changes, rooms }: RealtimeServices,
): Promise<void> {
  const { bindings } = channel;
  const confirm = () => {
    if (!connection.open) return false;
    connection.addChannel(channel);
    connection.reply(frame, 'ok', {
      postgres_changes: bindings.map((binding) => ({ id: bindingId(binding), ...binding })),
    });
    if (replayed === null) rooms.enter(channel);
    else rooms.release(channel, replayed);
    // Messages that the database sends while the server has no connection to it are delivered
    // afterwards.
    if (payload.replicationReady) channel.system('ok', REPLICATION_READY, 'system');
    if (payload.presence.enabled) rooms.presence.enter(channel);
    return true;
  };
  if (bindings.length === 0) {
    confirm();
    return;
  }
  // The answer leaves at the moment the subscription goes live: no change can come before it, none
  // is missed after it.
  const outcome = await changes.subscribe(channel, channel.subscriber, bindings, () => {
    if (!confirm()) return false;
    channel.live = true;
    channel.system('ok', SUBSCRIBED);
    return true;
  });
  if (outcome.status === 'unavailable') {
    throw new JoinError(`UnableToSubscribe: ${outcome.reason}`);
  }
  if (outcome.status === 'refused' && confirm()) channel.system('error', outcome.message);
}

function checkReplay({ replay, private: isPrivate }: JoinPayload): void {
  if (replay === null) return;
  if (!isPrivate) throw new JoinError('UnableToReplayMessages: Replay is not allowed for public channels');
  if (replay === 'invalid') throw new JoinError('UnableToReplayMessages: Replay params are not valid');
}

function checkTopic(topic: string): void {
  if (!topic.startsWith(TOPIC_PREFIX)) throw new JoinError('unmatched topic');
  if (topic.length === TOPIC_PREFIX.length) {
    throw new JoinError('TopicNameRequired: You must provide a topic name');
  }
}

function checkLimits(connection: Connection, topic: string, limits: RealtimeLimits): void {
  if (connection.countJoin() > limits.joinsPerSecond) {
    throw new JoinError('ClientJoinRateLimitReached: Too many joins per second');
  }
  if (connection.channels.length >= limits.channelsPerSocket && !connection.channel(topic)) {
    throw new JoinError('ChannelRateLimitReached: Too many channels');
  }
}
