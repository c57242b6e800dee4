import type { Database } from '../../db/database.ts';
import type { Logger } from '../../util/logger.ts';
import { TOPIC_PREFIX } from '../channel.ts';
import { type BroadcastMessage, roomOf } from './broadcast-message.ts';

/** The header of a notification (platform/03_realtime.sql). */
interface Header {
  id: string;
  /** Without its prefix. */
  topic: string;
  event: string;
  private: boolean;
  /** The payload is bytes, in base64; else JSON text. */
  binary?: true;
  /** The payload did not fit into the notification. */
  large?: boolean;
}

/** SQL for the payload of a row of realtime.messages: its bytes, or its JSON as UTF-8. */
export const PAYLOAD_BYTES = `coalesce(binary_payload, convert_to(payload::text, 'UTF8'), '{}')`;

/**
 * The longest time that a dead connection may go unnoticed, and that a transaction may commit after
 * its row's time.
 */
const OVERLAP_SECONDS = 90;
/** Ids are kept for longer than that. */
const REMEMBERED_MS = 300_000;
const MOST_REMEMBERED = 50_000;
/** With more missed messages, clients restart. */
const MOST_MISSED = 5000;
const PRUNE_EVERY_MS = 3_600_000;

/**
 * Delivers broadcasts of the database (realtime.send) to the rooms of this process, in the order of
 * the commits. After a lost connection the missed ones are read from the table, which keeps them
 * for three days.
 */
export interface DatabaseBroadcasts {
  /** A notification has come. */
  take(body: string): void;
  lost(): void;
  back(): void;
  close(): Promise<void>;
}

export interface DatabaseBroadcastsDeps {
  db: Database;
  log: Logger;
  /** Larger payloads are left out. */
  maxMessageBytes: number;
  /** Checks whether a client of this process is in the room. */
  wanted(room: string): boolean;
  deliver(message: BroadcastMessage): void;
  /** Messages may have been missed: all clients must restart. */
  interrupt(reason: string): void;
}

export function startDatabaseBroadcasts(deps: DatabaseBroadcastsDeps): DatabaseBroadcasts {
  const { db, log, maxMessageBytes } = deps;
  const remembered = new Map<string, number>();
  const startedAt = performance.now();
  let lostAt: number | null = null;
  /** Set during a read that must finish first: new messages wait. */
  let reading: Promise<void> | null = null;
  const waiting: Array<() => Promise<void> | undefined> = [];
  let closed = false;

  function inOrder(work: () => Promise<void> | undefined): void {
    if (reading !== null) {
      waiting.push(work);
      return;
    }
    const pending = work();
    if (pending) reading = drain(pending);
  }

  async function drain(first: Promise<void>): Promise<void> {
    await first.catch(fail);
    for (let next = waiting.shift(); next && !closed; next = waiting.shift()) {
      try {
        await next();
      } catch (error) {
        fail(error);
      }
    }
    reading = null;
  }

  /** @returns false for what has come before */
  function remember(id: string): boolean {
    const now = performance.now();
    if (remembered.has(id)) return false;
    remembered.set(id, now);
    for (const [old, since] of remembered) {
      if (remembered.size <= MOST_REMEMBERED && now - since < REMEMBERED_MS) break;
      remembered.delete(old);
    }
    return true;
  }

  function notify(header: Header, payload: string | null): Promise<void> | undefined {
    const topic = `${TOPIC_PREFIX}${header.topic}`;
    // Remembered in any case: who joins later must not be told when a lost connection is caught up
    // on.
    if (!remember(header.id) || !deps.wanted(roomOf({ topic, private: header.private }))) return undefined;
    if (payload === null) return read(header);
    deliver(header, Buffer.from(payload, header.binary ? 'base64' : 'utf8'));
    return undefined;
  }

  function deliver(header: Header, payload: Buffer): void {
    if (payload.length > maxMessageBytes) {
      tooLarge(payload.length);
      return;
    }
    const { id, topic, event, private: isPrivate, binary = false } = header;
    deps.deliver({
      topic: `${TOPIC_PREFIX}${topic}`,
      private: isPrivate,
      event,
      json: !binary,
      payload,
      meta: { id },
    });
  }

  async function read(header: Header): Promise<void> {
    const [row] = await db.query<{ payload: Buffer | null; bytes: number; is_binary: boolean }>(
      `select case when octet_length(payload) <= $2 then payload end as payload, octet_length(payload) as bytes, is_binary
       from (select ${PAYLOAD_BYTES} as payload, binary_payload is not null as is_binary from realtime.messages where id = $1) message`,
      [header.id, maxMessageBytes],
    );
    if (!row) return;
    if (row.payload === null) tooLarge(row.bytes);
    else deliver({ ...header, ...(row.is_binary && { binary: true }) }, row.payload);
  }

  /**
   * Delivers messages that were committed while disconnected. @param seconds how far before the
   * disconnection to look
   */
  async function catchUp(seconds: number): Promise<void> {
    const missed = await db.query<Header>(
      `select id, topic, event, coalesce(private, false) as private
       from realtime.messages
       where inserted_at > (now() at time zone 'utc') - make_interval(secs => $1)
         and extension = 'broadcast' and octet_length(topic) <= 246 and octet_length(event) <= 255
       order by inserted_at limit $2`,
      [seconds, MOST_MISSED],
    );
    if (missed.length === MOST_MISSED) deps.interrupt('Too many broadcasts at once');
    else for (const header of missed) await notify(header, null);
  }

  function tooLarge(bytes: number): void {
    log.warn({ bytes }, 'a broadcast of the database is larger than REALTIME_MAX_MESSAGE_BYTES');
  }

  function fail(error: unknown): void {
    if (closed) return;
    const { name, message } = error as Error;
    log.error({ err: { name, message } }, 'broadcasts of the database could not be read: clients restart');
    deps.interrupt('The broadcasts of the database were interrupted');
  }

  async function prune(): Promise<void> {
    await db
      .execute(
        `delete from realtime.messages where inserted_at < (now() at time zone 'utc') - interval '3 days'`,
      )
      .catch(() => log.warn({}, 'old broadcasts could not be removed'));
  }

  let pruning = prune();
  const timer = setInterval(() => {
    pruning = prune();
  }, PRUNE_EVERY_MS);

  return {
    take(body) {
      const end = body.indexOf('\n');
      const header = JSON.parse(body.slice(0, end)) as Header;
      inOrder(() => notify(header, header.large ? null : body.slice(end + 1)));
    },
    lost() {
      lostAt ??= performance.now();
    },
    back() {
      const now = performance.now();
      const lostFor = (now - (lostAt ?? now)) / 1000;
      lostAt = null;
      inOrder(() => catchUp(Math.min(lostFor + OVERLAP_SECONDS, (now - startedAt) / 1000)));
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await Promise.all([pruning, reading]);
    },
  };
}
