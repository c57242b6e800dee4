import type { Channel } from './channel.ts';
import type { Connection } from './connection.ts';
import { CLOSE } from './connection.ts';
import { expiredMessage } from './tokens.ts';

/** The sweep passes over all sockets once a second instead of a timer for each. */
const SWEEP_EVERY_MS = 1000;
/** Peers that do not answer a closing handshake in this time are cut off when the server stops. */
const FAREWELL_MS = 2000;

/** Every open socket of the process. */
export class Connections {
  readonly #all = new Set<Connection>();
  readonly #byNetwork = new Map<string, number>();
  readonly #idleMs: number;
  readonly #timer: NodeJS.Timeout;
  #onEmpty: (() => void) | null = null;

  /**
   * @param idleMs a client that is silent for this long counts as gone: the official one sends a
   * heartbeat every 25 s
   */
  constructor(idleMs: number) {
    this.#idleMs = idleMs;
    this.#timer = setInterval(() => this.#sweep(), SWEEP_EVERY_MS);
  }

  get size(): number {
    return this.#all.size;
  }

  /** @returns how many sockets the network holds */
  countOf(network: string): number {
    return this.#byNetwork.get(network) ?? 0;
  }

  add(connection: Connection): void {
    this.#all.add(connection);
    this.#byNetwork.set(connection.network, this.countOf(connection.network) + 1);
  }

  /** Every open socket. Do not add or remove any during the iteration. */
  all(): Iterable<Connection> {
    return this.#all;
  }

  /** All joined channels, over all sockets. */
  *channels(): Iterable<Channel> {
    for (const connection of this.#all) yield* connection.channels;
  }

  /** Call it when the socket has closed. */
  delete(connection: Connection): void {
    if (!this.#all.delete(connection)) return;
    const left = this.countOf(connection.network) - 1;
    if (left > 0) this.#byNetwork.set(connection.network, left);
    else this.#byNetwork.delete(connection.network);
    if (this.#all.size === 0) this.#onEmpty?.();
  }

  /** Asks every client to reconnect elsewhere or later, and waits until all have disconnected. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const connection of this.#all) connection.close(CLOSE.serviceRestart, 'service restart');
    if (this.#all.size === 0) return;
    let cut: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
      cut = setTimeout(() => {
        for (const connection of this.#all) connection.terminate();
      }, FAREWELL_MS);
    });
    clearTimeout(cut);
  }

  #sweep(): void {
    const now = performance.now();
    const today = Date.now();
    for (const connection of this.#all) {
      if (now - connection.lastSeen > this.#idleMs) {
        connection.close(CLOSE.policy, 'no heartbeat');
        continue;
      }
      for (const channel of connection.channels) {
        if (channel.expired(today)) channel.end(expiredMessage(Number(channel.subscriber.claims.exp)));
      }
    }
  }
}
