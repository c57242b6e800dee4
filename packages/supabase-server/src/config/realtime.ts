import { z } from 'zod';
import { flag, limit, whole } from './variables.ts';

/** Origins with commas between; `*` alone allows all. */
const origins = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim().replace(/\/$/, ''))
      .filter((entry) => entry !== ''),
  )
  .refine((entries) => entries.every((entry) => entry === '*' || isOrigin(entry)), {
    message: 'must be origins such as https://fair.example, with commas between, or *',
  })
  .default([]);

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

/** Limits are per process. `Infinity` means unlimited. */
export interface RealtimeConfig {
  /** WebSockets this process may hold; more are refused with 429. */
  maxSockets: number;
  channelsPerSocket: number;
  /**
   * Seconds of silence after which a client counts as gone; the official one sends a heartbeat
   * every 25.
   */
  idleSeconds: number;
  /** Bytes that may wait for one client before it is closed as too slow. */
  sendBufferBytes: number;
  joinsPerSecond: number;
  /** Frames of any kind that one socket may send; one that sends more is closed. */
  framesPerSecond: number;
  /** WebSockets that one network address may hold; more are refused with 429. */
  maxSocketsPerAddress: number;
  /**
   * Broadcasts and presence changes a second: of one user, of one address, of all clients together.
   */
  messagesPerUser: number;
  messagesPerAddress: number;
  messagesPerSecond: number;
  /** Origins besides the product's own whose pages may open a WebSocket; `*` means any. */
  allowedOrigins: readonly string[];
  /** The largest frame and the largest broadcast, in bytes. */
  maxMessageBytes: number;
  /** The number of times that a socket may track within 30 seconds. */
  presenceCalls: number;
  /** Refuses public channels. */
  privateOnly: boolean;
  /** Seconds of silence after which another process counts as gone. */
  peerSeconds: number;
}

export const realtimeVariables = {
  REALTIME_MAX_SOCKETS: whole(20_000, 1, 1_000_000),
  REALTIME_MAX_SOCKETS_PER_ADDRESS: limit(200),
  REALTIME_MAX_CHANNELS: whole(100, 1, 10_000),
  REALTIME_IDLE_SECONDS: whole(75, 1, 3600),
  REALTIME_SEND_BUFFER_BYTES: whole(1_048_576, 1024, 104_857_600),
  REALTIME_JOINS_PER_SECOND: limit(100),
  REALTIME_FRAMES_PER_SECOND: limit(500),
  REALTIME_MESSAGES_PER_USER_PER_SECOND: limit(100),
  REALTIME_MESSAGES_PER_ADDRESS_PER_SECOND: limit(2000),
  REALTIME_MESSAGES_PER_SECOND: limit(10_000),
  REALTIME_MAX_MESSAGE_BYTES: whole(262_144, 1024, 104_857_600),
  REALTIME_PRESENCE_CALLS: limit(5),
  REALTIME_PRIVATE_ONLY: flag(false),
  REALTIME_ALLOWED_ORIGINS: origins,
  REALTIME_PEER_SECONDS: whole(35, 1, 3600),
};

type RealtimeEnvironment = z.output<z.ZodObject<typeof realtimeVariables>>;

export function realtimeConfig(env: RealtimeEnvironment): RealtimeConfig {
  return {
    maxSockets: env.REALTIME_MAX_SOCKETS,
    maxSocketsPerAddress: env.REALTIME_MAX_SOCKETS_PER_ADDRESS || Number.POSITIVE_INFINITY,
    channelsPerSocket: env.REALTIME_MAX_CHANNELS,
    idleSeconds: env.REALTIME_IDLE_SECONDS,
    sendBufferBytes: env.REALTIME_SEND_BUFFER_BYTES,
    joinsPerSecond: env.REALTIME_JOINS_PER_SECOND || Number.POSITIVE_INFINITY,
    framesPerSecond: env.REALTIME_FRAMES_PER_SECOND || Number.POSITIVE_INFINITY,
    messagesPerUser: env.REALTIME_MESSAGES_PER_USER_PER_SECOND || Number.POSITIVE_INFINITY,
    messagesPerAddress: env.REALTIME_MESSAGES_PER_ADDRESS_PER_SECOND || Number.POSITIVE_INFINITY,
    messagesPerSecond: env.REALTIME_MESSAGES_PER_SECOND || Number.POSITIVE_INFINITY,
    maxMessageBytes: env.REALTIME_MAX_MESSAGE_BYTES,
    presenceCalls: env.REALTIME_PRESENCE_CALLS || Number.POSITIVE_INFINITY,
    allowedOrigins: env.REALTIME_ALLOWED_ORIGINS,
    privateOnly: env.REALTIME_PRIVATE_ONLY,
    peerSeconds: env.REALTIME_PEER_SECONDS,
  };
}
