import { randomBytes } from 'node:crypto';
import type { Duplex, DuplexOptions } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import type { Logger } from '../util/logger.ts';
import type { Queryable } from './database.ts';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;
const CONNECT_TIMEOUT_MS = 10_000;
/** PostgreSQL ends a reader that is silent for `wal_sender_timeout`, a minute by default. */
const STATUS_EVERY_MS = 5000;
/**
 * Each status asks for an answer, so that a dead network path is noticed. PostgreSQL may be busy with
 * a long transaction for half of its own time limit before it answers.
 */
const LONGEST_SILENCE_MS = 60_000;
/** A new slot waits for the transactions that are open in the whole cluster. */
const REPORT_WAIT_MS = 5000;
const CLOSE_TIMEOUT_MS = 2000;

/** The values of rows come as text; these settings give each value one form. */
const VALUE_FORMATS =
  "set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; " +
  "set bytea_output = 'hex'; set extra_float_digits = 1";

/** Frames inside of COPY, in the PostgreSQL documentation, 54.4 "Streaming Replication Protocol". */
const XLOG_DATA = 0x77; // w
const KEEPALIVE = 0x6b; // k
const STATUS_UPDATE = 0x72; // r
const XLOG_HEADER_BYTES = 25;
const MICROSECONDS_TO_2000 = 946_684_800_000_000n;

/** @types/pg-copy-streams leaves this function out. */
const copyBoth = (
  copyStreams as unknown as { both(text: string, options: DuplexOptions): Duplex & pg.Submittable }
).both;

export interface ReplicationOptions {
  url: string;
  log: Logger;
  /** Ends the connection of a slot that is still being made. */
  db: Pick<Queryable, 'query'>;
  publication: string;
}

export interface ReplicationHandlers {
  /**
   * A message of the plugin pgoutput, protocol version 1. A throw ends the connection, and another
   * one is opened.
   */
  onMessage(message: Buffer): void;
  /** From now on every commit is streamed. */
  onConnect(): void;
  /** The connection is lost: commits are missed until `onConnect`. */
  onLost(): void;
}

export interface ReplicationStream {
  /** Ends the connection and its slot. */
  close(): Promise<void>;
}

/**
 * Follows the commits of a publication's tables through a temporary replication slot, which ends
 * with its connection: a dead process leaves nothing behind. A lost connection is opened again with
 * another slot; what was committed in between is not streamed. Everything is confirmed at once, so
 * that the slot keeps no log back: who reads must not block.
 */
export function startReplication(
  options: ReplicationOptions,
  handlers: ReplicationHandlers,
): ReplicationStream {
  const { log } = options;
  const stop = new AbortController();
  let current: { client: pg.Client; stream: Duplex | null } | null = null;
  let lastFailure = '';

  async function run(): Promise<void> {
    let wait = FIRST_RETRY_MS;
    while (!stop.signal.aborted) {
      let live = false;
      try {
        await follow(() => {
          live = true;
          wait = FIRST_RETRY_MS;
          lastFailure = '';
          handlers.onConnect();
        });
      } catch (error) {
        report(error as Error);
      }
      if (live) handlers.onLost();
      await delay(wait, undefined, { signal: stop.signal }).catch(() => undefined);
      wait = Math.min(wait * 2, LONGEST_RETRY_MS);
    }
  }

  /** The same failure is logged once. */
  function report({ name, message }: Error): void {
    if (stop.signal.aborted || message === lastFailure) return;
    lastFailure = message;
    log.warn({ err: { name, message } }, 'the change feed cannot be read; trying again');
  }

  /** Resolves or rejects when the stream has ended. */
  async function follow(onLive: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: options.url,
      replication: 'database',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'dragoman-feed',
    } as pg.ClientConfig);
    client.on('error', () => undefined); // the query under way fails with it
    try {
      await client.connect();
      if (stop.signal.aborted) return;
      current = { client, stream: null };
      await client.query(VALUE_FORMATS);
      await requirePublication(client, options.publication);
      const slot = await createSlot(client, log);
      const stream = client.query(
        copyBoth(
          `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', ` +
            `publication_names '${options.publication}', messages 'true')`,
          { readableObjectMode: true, alignOnCopyDataFrame: true } as DuplexOptions,
        ),
      );
      current.stream = stream;
      await read(stream, onLive, handlers.onMessage);
    } finally {
      current = null;
      await client.end().catch(() => undefined);
    }
  }

  const running = run();
  return {
    async close() {
      stop.abort();
      let timer: NodeJS.Timeout | undefined;
      if (current?.stream) {
        const { stream } = current;
        stream.end();
        timer = setTimeout(() => stream.destroy(), CLOSE_TIMEOUT_MS);
      } else if (current) {
        const { processID } = current.client as unknown as { processID: number };
        await options.db.query('select pg_terminate_backend($1)', [processID]).catch(() => undefined);
      }
      await running;
      clearTimeout(timer);
    },
  };
}

/** @throws with the SQL that creates it */
async function requirePublication(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query(`select from pg_publication where pubname = '${name}'`);
  if (rowCount === 0) throw new Error(`The publication is missing. Run: create publication ${name};`);
}

/** @returns the name of a temporary slot of the connection */
async function createSlot(client: pg.Client, log: Logger): Promise<string> {
  const name = `dragoman_${randomBytes(8).toString('hex')}`;
  const timer = setInterval(
    () =>
      log.warn(
        {},
        'live changes wait for transactions that are open in the PostgreSQL cluster (pg_stat_activity names them)',
      ),
    REPORT_WAIT_MS,
  );
  try {
    await client.query(`CREATE_REPLICATION_SLOT ${name} TEMPORARY LOGICAL pgoutput (SNAPSHOT 'nothing')`);
  } finally {
    clearInterval(timer);
  }
  return name;
}

/** Reads until the stream ends. @param onLive is called at the first frame */
function read(stream: Duplex, onLive: () => void, onMessage: (message: Buffer) => void): Promise<void> {
  let position = 0n;
  let heardAt = performance.now();
  let live = false;

  function take(frame: Buffer): void {
    heardAt = performance.now();
    if (!live) onLive();
    live = true;
    const end = frame.readBigUInt64BE(1);
    if (end > position) position = end;
    if (frame[0] === XLOG_DATA) onMessage(frame.subarray(XLOG_HEADER_BYTES));
    else if (frame[0] === KEEPALIVE && frame[17] === 1) stream.write(statusUpdate(position, false));
  }

  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      if (performance.now() - heardAt > LONGEST_SILENCE_MS) stream.destroy(new Error('PostgreSQL is silent'));
      else stream.write(statusUpdate(position, true));
    }, STATUS_EVERY_MS);
    stream.on('data', (frame: Buffer) => {
      try {
        take(frame);
      } catch (error) {
        stream.destroy(error as Error);
      }
    });
    stream.on('error', reject);
    stream.on('end', resolve);
    stream.on('close', resolve);
    const ended = () => clearInterval(timer);
    for (const event of ['error', 'end', 'close']) stream.on(event, ended);
    stream.write(statusUpdate(position, true));
  });
}

/** @param position up to which the log was received @param answer whether PostgreSQL must answer */
function statusUpdate(position: bigint, answer: boolean): Buffer {
  const update = Buffer.alloc(34);
  update[0] = STATUS_UPDATE;
  for (const offset of [1, 9, 17]) update.writeBigUInt64BE(position, offset);
  update.writeBigUInt64BE(BigInt(Date.now()) * 1000n - MICROSECONDS_TO_2000, 25);
  update[33] = answer ? 1 : 0;
  return update;
}
