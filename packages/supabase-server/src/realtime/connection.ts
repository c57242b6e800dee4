import type { RawData, WebSocket } from 'ws';
import type { Credentials } from '../keys/api-keys.ts';
import { type BroadcastPush, decodeBroadcastPush } from './binary-frames.ts';
import type { Channel } from './channel.ts';
import type { ChannelConnection } from './channel-connection.ts';
import {
  type Address,
  decodeFrame,
  encodeFrame,
  type Frame,
  FrameError,
  type ProtocolVersion,
  replyPayload,
} from './frames.ts';
import type { AcceptedHandshake } from './handshake.ts';

/**
 * Close codes (RFC 6455 and its registry). The official client connects again after every one of
 * them.
 */
export const CLOSE = {
  protocolError: 1002,
  policy: 1008,
  internalError: 1011,
  serviceRestart: 1012,
  tryAgainLater: 1013,
} as const;

export interface ConnectionLimits {
  /** Bytes that may wait for a client before it counts as too slow. */
  sendBufferBytes: number;
  /** Frames a client may send in a second. */
  framesPerSecond: number;
  /** The number of times that it may track within 30 seconds. */
  presenceCalls: number;
}

/** A message from a client: a text frame, or a broadcast as a binary one. */
export type Incoming = { kind: 'frame'; frame: Frame } | { kind: 'broadcast'; push: BroadcastPush };

/**
 * Acts on a client's message. While a returned promise is pending, the client's next messages wait,
 * which keeps their order.
 */
export type IncomingHandler = (connection: Connection, incoming: Incoming) => Promise<void> | undefined;

/** With this many frames waiting, the socket is not read any further. */
const MAX_QUEUED = 16;
/** Supabase-protocol 4.5. */
const TRACKS_WITHIN_MS = 30_000;
const NO_CHANNELS: readonly Channel[] = [];

/**
 * A client's WebSocket. The server may hold ten thousand, so a connection has no timers and creates
 * nothing before it is needed.
 */
export class Connection implements ChannelConnection {
  readonly version: ProtocolVersion;
  readonly credentials: Credentials;
  /** The client's network, for limits. */
  readonly network: string;
  /** The time of the client's last message, by `performance.now()`. */
  lastSeen = performance.now();
  readonly #ws: WebSocket;
  readonly #limits: ConnectionLimits;
  readonly #handle: IncomingHandler;
  #channels: readonly Channel[] = NO_CHANNELS;
  #queue: Incoming[] | null = null;
  #second = 0;
  #framesThisSecond = 0;
  #joinsThisSecond = 0;
  #tracksSince = 0;
  #tracks = 0;

  constructor(
    ws: WebSocket,
    handshake: AcceptedHandshake,
    limits: ConnectionLimits,
    handle: IncomingHandler,
  ) {
    this.version = handshake.version;
    this.credentials = handshake.credentials;
    this.network = handshake.network;
    this.#ws = ws;
    this.#limits = limits;
    this.#handle = handle;
    ws.on('message', (data, isBinary) => this.#receive(data, isBinary));
    // A broken frame or connection; `close` follows.
    ws.on('error', ignore);
  }

  get open(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  /** The joined channels: one or two as a rule, so a list takes less memory than a map. */
  get channels(): readonly Channel[] {
    return this.#channels;
  }

  /** @returns the channel that joined the topic */
  channel(topic: string): Channel | undefined {
    return this.#channels.find((channel) => channel.topic === topic);
  }

  addChannel(channel: Channel): void {
    this.#channels = this.#channels.concat(channel);
  }

  removeChannel(channel: { readonly topic: string }): void {
    this.#channels = this.#channels.filter((one) => one !== channel);
  }

  /** @returns how many joins the client has tried in this second, this one included */
  countJoin(): number {
    this.#joinsThisSecond += 1;
    return this.#joinsThisSecond;
  }

  /**
   * Checks whether the client may change its presence once more: each change is sent to everyone in
   * the room.
   */
  mayTrack(): boolean {
    if (this.#tracks === 0 || this.lastSeen - this.#tracksSince > TRACKS_WITHIN_MS) {
      this.#tracksSince = this.lastSeen;
      this.#tracks = 0;
    }
    this.#tracks += 1;
    return this.#tracks <= this.#limits.presenceCalls;
  }

  /** @param payload JSON text */
  push(to: Address, payload: string): void {
    this.send(encodeFrame(this.version, to, payload));
  }

  /** Answers a frame; one without a ref wants no answer. */
  reply(frame: Address, status: 'ok' | 'error', response?: object): void {
    if (frame.ref === null) return;
    this.push({ ...frame, event: 'phx_reply' }, replyPayload(status, response));
  }

  /**
   * Sends a frame as it is. A client that does not keep up is closed, so that it connects again and
   * catches up.
   */
  send(frame: string | Buffer): void {
    if (!this.open) return;
    if (this.#ws.bufferedAmount > this.#limits.sendBufferBytes) {
      this.close(CLOSE.tryAgainLater, 'slow consumer: too much is waiting to be read');
      return;
    }
    this.#ws.send(frame);
  }

  /** @param reason at most 123 bytes */
  close(code: number, reason: string): void {
    this.endChannels();
    this.#ws.close(code, reason);
  }

  /** Destroys the socket without a close frame, for peers that no longer respond. */
  terminate(): void {
    this.endChannels();
    this.#ws.terminate();
  }

  /** Ends all delivery. */
  endChannels(): void {
    for (const channel of this.#channels) channel.detach();
    this.#channels = NO_CHANNELS;
    this.#queue = null;
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (!this.open) return;
    this.lastSeen = performance.now();
    if (!this.#withinRate()) {
      this.close(CLOSE.policy, `more than ${this.#limits.framesPerSecond} messages in a second`);
      return;
    }
    let incoming: Incoming;
    try {
      incoming = this.#decode(data as Buffer, isBinary);
    } catch (error) {
      this.close(CLOSE.protocolError, error instanceof FrameError ? error.message : 'malformed frame');
      return;
    }
    if (this.#queue === null) {
      this.#run(incoming);
      return;
    }
    this.#queue.push(incoming);
    if (this.#queue.length >= MAX_QUEUED) this.#ws.pause();
  }

  #decode(data: Buffer, isBinary: boolean): Incoming {
    if (!isBinary) return { kind: 'frame', frame: decodeFrame(this.version, data.toString()) };
    if (this.version === '1.0.0') throw new FrameError('version 1 has no binary frames');
    return { kind: 'broadcast', push: decodeBroadcastPush(data) };
  }

  #run(incoming: Incoming): void {
    const work = this.#attempt(incoming);
    if (work === undefined) return;
    this.#queue = [];
    void work.then(() => this.#drain());
  }

  #attempt(incoming: Incoming): Promise<void> | undefined {
    try {
      return this.#handle(this, incoming)?.catch(() => this.#fail());
    } catch {
      this.#fail();
      return undefined;
    }
  }

  #drain(): void {
    const queued = this.#queue ?? [];
    this.#queue = null;
    if (!this.open) return;
    for (let next = queued.shift(); next; next = queued.shift()) {
      const work = this.#attempt(next);
      if (work === undefined) continue;
      this.#queue = queued;
      void work.then(() => this.#drain());
      return;
    }
    if (this.#ws.isPaused) this.#ws.resume();
  }

  #fail(): void {
    this.close(CLOSE.internalError, 'internal error');
  }

  #withinRate(): boolean {
    const second = Math.floor(this.lastSeen / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#framesThisSecond = 0;
      this.#joinsThisSecond = 0;
    }
    this.#framesThisSecond += 1;
    return this.#framesThisSecond <= this.#limits.framesPerSecond;
  }
}

function ignore(): void {}
