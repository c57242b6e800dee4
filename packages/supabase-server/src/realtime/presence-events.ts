import type { Channel } from './channel.ts';
import type { Frame } from './frames.ts';
import { NO_SENDER } from './sender-meter.ts';
import type { RealtimeServices } from './services.ts';
import { byWriteRight, TOO_MANY_MESSAGES } from './write-rights.ts';

/** The largest state that one channel may track, because every member of the room gets it. */
const MAX_PRESENCE_BYTES = 16 * 1024;

/** `{type: "presence", event: "track" | "untrack", payload}` (supabase-protocol 4.5). */
export function presence(
  channel: Channel,
  frame: Frame,
  services: RealtimeServices,
): Promise<void> | undefined {
  const { event, payload } = (frame.payload ?? {}) as { event?: unknown; payload?: unknown };
  if (event === 'untrack') {
    services.rooms.presence.untrack(channel);
    channel.connection.reply(frame, 'ok');
  } else if (event === 'track') {
    return track(channel, frame, payload ?? {}, services);
  } else {
    channel.connection.reply(frame, 'error', { reason: 'presence takes track and untrack' });
  }
  return undefined;
}

function track(
  channel: Channel,
  frame: Frame,
  tracked: unknown,
  services: RealtimeServices,
): Promise<void> | undefined {
  if (!channel.connection.mayTrack()) {
    channel.end('Client presence rate limit exceeded');
    return undefined;
  }
  const { sender } = channel;
  if (sender.kind === 'anonymous') {
    channel.connection.reply(frame, 'error', { reason: NO_SENDER });
    return undefined;
  }
  if (!services.meter.takeOwn(sender)) {
    channel.connection.reply(frame, 'error', { reason: TOO_MANY_MESSAGES });
    return undefined;
  }
  if (typeof tracked !== 'object' || tracked === null || Array.isArray(tracked)) {
    channel.connection.reply(frame, 'error', { reason: 'what is tracked must be an object' });
    return undefined;
  }
  if (Buffer.byteLength(JSON.stringify(tracked)) > MAX_PRESENCE_BYTES) {
    const reason = `at most ${MAX_PRESENCE_BYTES} bytes can be tracked`;
    channel.connection.reply(frame, 'error', { reason });
    return undefined;
  }
  return byWriteRight(channel, 'presence', services, (allowed) => {
    if (allowed && !services.meter.takeShared(sender)) {
      channel.connection.reply(frame, 'error', { reason: TOO_MANY_MESSAGES });
      return;
    }
    if (allowed) services.rooms.presence.track(channel, tracked);
    const denied = { reason: 'You do not have permissions to be present in this Channel topic' };
    channel.connection.reply(frame, allowed ? 'ok' : 'error', allowed ? {} : denied);
  });
}
