import { randomUUID } from 'node:crypto';
import type { Credentials } from '../keys/api-keys.ts';
import type { Extension, ReadRights } from './authorization.ts';
import type { ChannelConnection } from './channel-connection.ts';
import type { Address, Ref } from './frames.ts';
import type { RequestedBinding } from './postgres-changes/bindings.ts';
import type { ChangeSink, Subscriber } from './postgres-changes/subscriptions.ts';
import { roomOf } from './rooms/broadcast-message.ts';
import type { PresenceMember } from './rooms/presence.ts';
import { type Sender, senderOf } from './sender-meter.ts';

/** Topics of channels begin with it; the rest is the name that the user chose. */
export const TOPIC_PREFIX = 'realtime:';

/** A channel's options, fixed when it was joined. */
export interface ChannelOptions {
  topic: string;
  joinRef: Ref;
  credentials: Credentials;
  /** Whether policies on realtime.messages decide who may read and write. */
  private: boolean;
  reads: ReadRights;
  /** `postgres_changes` as the client asked for them. */
  bindings: readonly RequestedBinding[];
  /** Whether broadcasts are acknowledged, and whether the sender receives its own. */
  broadcast: { ack: boolean; self: boolean };
  /** The client's key for its presence; empty when it chose none. */
  presenceKey: string;
}

/** Called when a channel has ended, for any reason. */
export type DetachListener = (channel: Channel) => void;

/** A topic that one connection has joined. */
export class Channel implements ChangeSink, PresenceMember {
  readonly connection: ChannelConnection;
  readonly topic: string;
  readonly joinRef: Ref;
  readonly private: boolean;
  /** The name of the shared state: see {@link roomOf}. */
  readonly room: string;
  readonly bindings: readonly RequestedBinding[];
  readonly broadcast: Readonly<ChannelOptions['broadcast']>;
  subscriber: Subscriber;
  /** The token's read permissions in the room. */
  reads: ReadRights;
  /** Whether the bindings were accepted. */
  live = false;
  /** Cached rights to write with the token. */
  #writes: Partial<Record<Extension, boolean>> | null = null;
  #rightsVersion = 0;
  #presenceKey: string;
  readonly #onDetach: DetachListener;
  #detached = false;

  constructor(connection: ChannelConnection, options: ChannelOptions, onDetach: DetachListener) {
    this.connection = connection;
    this.topic = options.topic;
    this.joinRef = options.joinRef;
    this.private = options.private;
    this.room = roomOf(options);
    this.reads = options.reads;
    this.bindings = options.bindings;
    this.broadcast = options.broadcast;
    this.#presenceKey = options.presenceKey;
    this.subscriber = subscriberOf(options.credentials);
    this.#onDetach = onDetach;
  }

  /** The sender for this channel, by its present token. */
  get sender(): Sender {
    return senderOf(this.subscriber.role, this.subscriber.claims, this.connection.network);
  }

  /**
   * The client's own key, or a random one. The channel makes that when it is first needed: Node's
   * random UUID takes 500 bytes, and few channels have presence.
   */
  get presenceKey(): string {
    this.#presenceKey ||= randomUUID();
    return this.#presenceKey;
  }

  /** The topic without its prefix. */
  get name(): string {
    return this.topic.slice(TOPIC_PREFIX.length);
  }

  get detached(): boolean {
    return this.#detached;
  }

  get receivesPresence(): boolean {
    return this.reads.presence;
  }

  /** @returns undefined when the database has to be asked */
  mayWrite(extension: Extension): boolean | undefined {
    return this.private ? this.#writes?.[extension] : true;
  }

  /** Grows with each change of the channel's rights. */
  get rightsVersion(): number {
    return this.#rightsVersion;
  }

  /** Keeps an answer until the token, or its permissions, change. */
  rememberWrite(extension: Extension, allowed: boolean): void {
    this.#writes ??= {};
    this.#writes[extension] = allowed;
  }

  /** Another token decides from now on, or the same one by other rights. */
  renew(subscriber: Subscriber, reads: ReadRights): void {
    this.subscriber = subscriber;
    this.reads = reads;
    this.#writes = null;
    this.#rightsVersion += 1;
  }

  /** Checks whether the channel's token has expired. @param now in milliseconds since 1970 */
  expired(now: number): boolean {
    const { exp } = this.subscriber.claims;
    return typeof exp === 'number' && exp * 1000 <= now;
  }

  /** @param payload JSON text */
  push(event: string, payload: string): void {
    this.connection.push(this.#address(event), payload);
  }

  /** Sends the state of an extension (supabase-protocol 4.3). */
  system(status: 'ok' | 'error', message: string, extension = 'postgres_changes'): void {
    this.push('system', JSON.stringify({ extension, status, message, channel: this.name }));
  }

  deliver(ids: readonly number[], data: string): void {
    this.push('postgres_changes', `{"ids":[${ids.join(',')}],"data":${data}}`);
  }

  /**
   * Ends the channel as a crash does: the official client reports CHANNEL_ERROR and joins again by
   * itself.
   */
  interrupt(reason: string): void {
    this.system('error', reason);
    this.push('phx_error', JSON.stringify({ reason }));
    this.detach();
  }

  /**
   * Ends the channel for good: the official client reports CLOSED and leaves it to the application
   * to join again.
   */
  end(reason: string): void {
    this.system('error', reason, 'system');
    this.close();
  }

  /** Closes without a reason, after a leave or for a newer join of the same topic. */
  close(): void {
    this.push('phx_close', '{}');
    this.detach();
  }

  /** Ends all delivery. */
  detach(): void {
    if (this.#detached) return;
    this.#detached = true;
    this.connection.removeChannel(this);
    this.#onDetach(this);
  }

  #address(event: string): Address {
    return { joinRef: this.joinRef, ref: null, topic: this.topic, event };
  }
}

const subscribers = new WeakMap<object, Subscriber>();

/**
 * Returns one subscriber per token: verified claims are one object for as long as
 * {@link SigningKeys} caches the token.
 */
export function subscriberOf({ role, claims }: Credentials): Subscriber {
  let subscriber = subscribers.get(claims);
  if (!subscriber) {
    subscriber = { role, claims, id: `${role}\n${JSON.stringify(claims)}` };
    subscribers.set(claims, subscriber);
  }
  return subscriber;
}
