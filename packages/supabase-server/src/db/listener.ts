import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { guardConnection } from './connection-guard.ts';
import type { DatabaseOptions, Subscription } from './database-types.ts';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;
/**
 * A listener only ever waits, so that a dead network path would go unnoticed for hours: it asks for
 * a sign of life.
 */
const CHECK_EVERY_MS = 20_000;
const CHECK_TIMEOUT_MS = 10_000;

export interface ListenHandlers {
  /** Never before the `onConnect` of its connection. */
  onPayload(payload: string): void;
  /** After each (re-)connection, when notifications are sure to arrive. */
  onConnect?: (() => void) | undefined;
  /** The connection is lost: notifications are missed until `onConnect`. */
  onLost?: (() => void) | undefined;
}

/**
 * LISTENs on a connection of its own and opens a new one whenever it is lost. Notifications sent in
 * between are lost: `onConnect` tells the caller to look for missed changes.
 * @throws when the first connection fails.
 */
export async function startListening(
  options: Pick<DatabaseOptions, 'url' | 'log'>,
  channel: string,
  handlers: ListenHandlers,
): Promise<Subscription> {
  const stop = new AbortController();
  let current: pg.Client | null = null;

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: options.url,
      keepAlive: true,
      connectionTimeoutMillis: CHECK_TIMEOUT_MS,
      application_name: 'dragoman-listen',
    });
    client.on('error', () => undefined); // `end` follows and does the work
    // The answer to LISTEN and a first notification may come in one piece: then the listener is
    // called before the answer is returned.
    let early: string[] | null = [];
    client.on('notification', ({ channel: from, payload }) => {
      if (from !== channel || payload === undefined) return;
      if (early) early.push(payload);
      else handlers.onPayload(payload);
    });
    try {
      await client.connect();
      guardConnection(client);
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (stop.signal.aborted) throw new Error('closed while connecting');
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    const checks = setInterval(() => void check(client), CHECK_EVERY_MS);
    // Only now: a connection that breaks earlier is the caller's to try again, and must not be
    // tried twice.
    client.on('end', () => {
      clearInterval(checks);
      if (!stop.signal.aborted) void reconnect();
    });
    current = client;
    handlers.onConnect?.();
    const held = early;
    early = null;
    for (const payload of held) handlers.onPayload(payload);
  }

  async function reconnect(): Promise<void> {
    options.log.warn({ channel }, 'the notification connection was lost; connecting again');
    handlers.onLost?.();
    for (let wait = FIRST_RETRY_MS; !stop.signal.aborted; wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
      try {
        return await connect();
      } catch {
        await delay(wait, undefined, { signal: stop.signal }).catch(() => undefined);
      }
    }
  }

  await connect();
  return {
    async close() {
      stop.abort();
      await current?.end().catch(() => undefined);
    },
  };
}

/** Ends a connection that does not answer; `end` then follows as for any other loss. */
async function check(client: pg.Client): Promise<void> {
  const question: pg.QueryConfig & { query_timeout: number } = {
    text: 'select 1',
    query_timeout: CHECK_TIMEOUT_MS,
  };
  await client.query(question).catch(() => client.end().catch(() => undefined));
}
