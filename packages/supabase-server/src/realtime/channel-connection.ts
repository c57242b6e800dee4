import type { Credentials } from '../keys/api-keys.ts';
import type { Address, ProtocolVersion } from './frames.ts';

/** The parts of a connection that its channels use. */
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
  /** Checks whether the client may send one more change of its presence. */
  mayTrack(): boolean;
  /** Removes a closed channel from the connection's channels. */
  removeChannel(channel: { readonly topic: string }): void;
}
