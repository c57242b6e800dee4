import type { BroadcastPush } from './binary-frames.ts';
import type { Channel } from './channel.ts';
import type { Address, Frame } from './frames.ts';
import { BroadcastError, type BroadcastMessage, checkBroadcast } from './rooms/broadcast-message.ts';
import { NO_SENDER } from './sender-meter.ts';
import type { RealtimeServices } from './services.ts';
import { byWriteRight, TOO_MANY_MESSAGES } from './write-rights.ts';

/** A broadcast as a text frame: `{type, event, payload}`. */
export function broadcastText(
  channel: Channel,
  frame: Frame,
  services: RealtimeServices,
): Promise<void> | undefined {
  const { event, payload } = (frame.payload ?? {}) as { event?: unknown; payload?: unknown };
  const content = {
    event: String(event ?? ''),
    json: true,
    payload: Buffer.from(JSON.stringify(payload ?? {})),
  };
  return takeBroadcast(channel, frame, content, services);
}

/** A broadcast as a binary frame, which has no room for anything else. */
export function handleBroadcastPush(
  channel: Channel,
  push: BroadcastPush,
  services: RealtimeServices,
): Promise<void> | undefined {
  const { topic, event, json, payload } = push;
  const frame = { joinRef: channel.joinRef, ref: push.ref || null, topic, event: 'broadcast' };
  return takeBroadcast(channel, frame, { event, json, payload }, services);
}

/**
 * Sends a broadcast if its sender has an account and the right to write (supabase-protocol 4.3). A
 * message over a limit is dropped; the channel stays open.
 */
function takeBroadcast(
  channel: Channel,
  frame: Address,
  content: Pick<BroadcastMessage, 'event' | 'json' | 'payload'>,
  services: RealtimeServices,
): Promise<void> | undefined {
  const { meter } = services;
  const { sender } = channel;
  if (sender.kind === 'anonymous') return drop(channel, frame, NO_SENDER);
  if (!meter.takeOwn(sender)) return drop(channel, frame, TOO_MANY_MESSAGES);
  const message = { topic: channel.topic, private: channel.private, ...content };
  return byWriteRight(channel, 'broadcast', services, (allowed) => {
    if (!allowed) return;
    if (meter.takeShared(sender)) sendBroadcast(channel, frame, message, services);
    else drop(channel, frame, TOO_MANY_MESSAGES);
  });
}

/** Reports why a message was dropped to a sender that asked for acknowledgements. */
function drop(channel: Channel, frame: Address, reason: string): undefined {
  if (channel.broadcast.ack) channel.connection.reply(frame, 'error', { reason });
}

/** Only a channel that asked for acknowledgements gets an answer (supabase-protocol 4.5). */
function sendBroadcast(
  channel: Channel,
  frame: Address,
  message: BroadcastMessage,
  { rooms, limits }: RealtimeServices,
): void {
  const { ack, self } = channel.broadcast;
  try {
    checkBroadcast(message, limits.maxMessageBytes);
    rooms.broadcast(message, self ? undefined : channel);
    if (ack) channel.connection.reply(frame, 'ok');
  } catch (error) {
    if (!(error instanceof BroadcastError)) throw error;
    if (ack) channel.connection.reply(frame, 'error', { reason: error.message });
  }
}
