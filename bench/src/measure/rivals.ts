import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@dragoman/supabase-server/db/embedded/launcher';
import pg from 'pg';
import { discard } from '../product.ts';
import type { Connection, Contestant, Sender, Stage } from '../rivals/contestant.ts';
import { startDirectus } from '../rivals/directus.ts';
import { startDragoman } from '../rivals/dragoman.ts';
import { installRivals } from '../rivals/install.ts';
import { startParse } from '../rivals/parse.ts';
import { startSocketIo } from '../rivals/socket-io.ts';
import { median, percentile } from '../statistics.ts';

const CHATS = 16;
const SENDERS = 32;
const CONNECTIONS = 16;
const MESSAGES_A_SECOND = 100;
const PACED_SECONDS = 5;
const FULL_MS = 3000;
/** V8 compiles the servers' code in this time: see rounds.ts. */
const WARM_UP_MS = 8000;
const ROUNDS = 5;
/** A message that takes longer counts as late, whether it is lost or arrives afterwards. */
const LATE_MS = 30_000;

const CONTESTANTS: ReadonlyArray<(stage: Stage) => Promise<Contestant>> = [
  startDragoman,
  startSocketIo,
  startParse,
  startDirectus,
];

/** A contestant with its connections, its database and the figures of its rounds. */
interface Entry {
  contestant: Contestant;
  database: pg.Client;
  senders: Sender[];
  /** Messages on the way, by id. */
  expected: Map<string, () => void>;
  sent: number;
  /** Messages not stored and received within LATE_MS, in all phases. */
  late: number;
  p50: number[];
  p95: number[];
  perSecond: number[];
}

/**
 * The product and what a user would pick instead under the same load, in alternating rounds. Each
 * has one server process and a PostgreSQL of its own, of the same version and with the same settings:
 * the change stream of one reads nothing of another.
 * @throws when a message is not stored or arrives at a stranger; late ones are counted
 */
export async function measureRivals(): Promise<void> {
  await installRivals();
  const cleanUps: Array<() => Promise<unknown>> = [];
  try {
    const entries: Entry[] = [];
    for (const start of CONTESTANTS) entries.push(await enter(start, cleanUps));
    for (const entry of entries) await full(entry, WARM_UP_MS);
    for (let round = 0; round < ROUNDS; round++) {
      // A different one is first in each round.
      for (let turn = 0; turn < entries.length; turn++) {
        const entry = entries[(round + turn) % entries.length] as Entry;
        const delays = await paced(entry);
        entry.p50.push(percentile(delays, 0.5));
        entry.p95.push(percentile(delays, 0.95));
        entry.perSecond.push(await full(entry, FULL_MS));
      }
    }
    for (const entry of entries) await checkStored(entry);
    report(entries);
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

async function enter(
  start: (stage: Stage) => Promise<Contestant>,
  cleanUps: Array<() => Promise<unknown>>,
): Promise<Entry> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dragoman-bench-'));
  cleanUps.push(() => discard(dataDir));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  cleanUps.push(() => postgres.stop());
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  cleanUps.push(() => database.end());
  const contestant = await start({ databaseUrl: postgres.url, chats: CHATS, connections: CONNECTIONS });
  cleanUps.push(() => contestant.stop());
  const open = <T extends Connection>(connection: T): T => {
    cleanUps.push(async () => connection.close());
    return connection;
  };

  const expected: Entry['expected'] = new Map();
  for (let chat = 0; chat < CHATS; chat++) {
    open(await contestant.subscribe(chat, chat, (id) => expected.get(id)?.()));
  }
  const senders: Sender[] = [];
  for (let index = 0; index < SENDERS; index++)
    senders.push(open(await contestant.openSender(index % CHATS)));
  const entry = {
    contestant,
    database,
    senders,
    expected,
    sent: 0,
    late: 0,
    p50: [],
    p95: [],
    perSecond: [],
  };
  await checkStranger(entry);
  const settings = await database.query(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as commit`,
  );
  const { version, fsync, commit } = settings.rows[0] as Record<string, string>;
  console.log(`${contestant.name}: PostgreSQL ${version}, fsync ${fsync}, synchronous_commit ${commit}`);
  return entry;
}

/**
 * Sends a message.
 * @returns milliseconds until it was received, once it is stored, too; LATE_MS when that takes longer
 */
async function exchange(entry: Entry, sender: Sender): Promise<number> {
  const id = randomUUID();
  const began = performance.now();
  const received = new Promise<number>((resolve) => {
    entry.expected.set(id, () => resolve(performance.now() - began));
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LATE_MS);
  });
  entry.sent++;
  try {
    const done = await Promise.race([Promise.all([received, sender.send(id)]), late]);
    if (done) return done[0];
    entry.late++;
    return LATE_MS;
  } finally {
    clearTimeout(timer);
    entry.expected.delete(id);
  }
}

/** A fixed number of messages a second, whatever is still on the way. @returns the delays in ms */
async function paced(entry: Entry): Promise<number[]> {
  const began = performance.now();
  const exchanges: Array<Promise<number>> = [];
  for (let count = 0; count < MESSAGES_A_SECOND * PACED_SECONDS; count++) {
    const wait = began + (count * 1000) / MESSAGES_A_SECOND - performance.now();
    if (wait > 0) await delay(wait);
    const one = exchange(entry, entry.senders[count % CHATS] as Sender);
    // Reported below, when all are sent.
    one.catch(() => undefined);
    exchanges.push(one);
  }
  return Promise.all(exchanges);
}

/** Each sender sends its next message when the last is stored and received. @returns messages a second */
async function full(entry: Entry, forMs: number): Promise<number> {
  const began = performance.now();
  const before = entry.sent;
  await Promise.all(
    entry.senders.map(async (sender) => {
      while (performance.now() < began + forMs) await exchange(entry, sender);
    }),
  );
  return (entry.sent - before) / ((performance.now() - began) / 1000);
}

/** The reader of another chat asks for the messages of a chat: it must be refused or hear nothing. */
async function checkStranger(entry: Entry): Promise<void> {
  let heard = 0;
  const stranger = await entry.contestant.subscribe(1, 0, () => heard++).catch(() => null);
  for (let count = 0; count < 20; count++) await exchange(entry, entry.senders[0] as Sender);
  stranger?.close();
  if (heard > 0) throw new Error(`${entry.contestant.name} delivers messages to a stranger`);
}

async function checkStored({ contestant, database, sent }: Entry): Promise<void> {
  const { rows } = await database.query(`select count(*)::int as stored from ${contestant.table}`);
  const { stored } = rows[0] as { stored: number };
  if (stored !== sent) throw new Error(`${contestant.name} stored ${stored} of ${sent} messages`);
}

function report(entries: readonly Entry[]): void {
  const cell = (values: readonly number[], digits: number) =>
    `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}-${Math.max(...values).toFixed(digits)})`;
  console.log(`\nMedians of ${ROUNDS} rounds (lowest-highest)\n`);
  console.log(
    `| server | p50 at ${MESSAGES_A_SECOND}/s, ms | p95, ms | messages/s, ${SENDERS} senders | later than ${LATE_MS / 1000} s |`,
  );
  console.log('| --- | --- | --- | --- | --- |');
  for (const { contestant, p50, p95, perSecond, late } of entries) {
    console.log(
      `| ${contestant.name} | ${cell(p50, 2)} | ${cell(p95, 2)} | ${cell(perSecond, 0)} | ${late} |`,
    );
  }
}
