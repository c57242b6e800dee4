import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseOptions, Subscription } from './database.ts';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;

/**
 * LISTENs on a connection of its own and opens a new one whenever it is lost. Notifications sent in between are lost by nature:
 * `onConnect` tells the caller that it must look for what it missed.
 * @throws when the first connection fails.
 */
export async function startListening(
  options: Pick<DatabaseOptions, 'url' | 'log'>,
  channel: string,
  onPayload: (payload: string) => void,
  onConnect?: () => void,
): Promise<Subscription> {
  const stop = new AbortController();
  let current: pg.Client | null = null;

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: options.url,
      keepAlive: true,
      application_name: 'dragoman-listen',
    });
    client.on('error', () => undefined); // `end` follows and does the work
    client.on('notification', (message) => {
      if (message.channel === channel && message.payload !== undefined) onPayload(message.payload);
    });
    await client.connect();
    client.on('end', () => {
      if (!stop.signal.aborted) void reconnect();
    });
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    if (stop.signal.aborted) {
      await client.end();
      return;
    }
    current = client;
    onConnect?.();
  }

  async function reconnect(): Promise<void> {
    options.log.warn({ channel }, 'the notification connection was lost; connecting again');
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
