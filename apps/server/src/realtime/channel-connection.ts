import type { Credentials } from '../keys/api-keys.ts';
import type { Address, ProtocolVersion } from './frames.ts';

/** What a channel needs of the connection that has joined it. */
export interface ChannelConnection {
  readonly version: ProtocolVersion;
  readonly credentials: Credentials;
  /** The client's network, for limits. */
  readonly network: string;
  /** Sends an event. @param payload JSON text */
  push(to: Address, payload: string): void;
  /** Answers a frame; one without a ref wants no answer. */
  reply(frame: Address, status: 'ok' | 'error', response?: object): void;
  /** Sends a frame as it is. */
  send(frame: string | Buffer): void;
  /** Whether the client may change its presence once more. */
  mayTrack(): boolean;
  /** Takes a channel that is over out of the connection's channels. */
  removeChannel(channel: { readonly topic: string }): void;
}
