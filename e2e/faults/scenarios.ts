import { setTimeout as delay } from 'node:timers/promises';
import { diskFull } from './disk-full.ts';
import type { Outcome } from './outcome.ts';
import { powerCuts } from './power-cuts.ts';
import { slowReaders } from './slow-readers.ts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';

const PAUSE_MS = 30_000;
const DOWN_MS = 3_000;
/** Log beyond `max_slot_wal_keep_size` of the product's PostgreSQL, in segments of 16 MB. */
const SEGMENTS = 80;

/** A fault on the common stage. @param healed is called when it is over for the clients */
type Fault = (stage: Stage, healed: () => void, notes: string[]) => Promise<void>;

export interface Scenario {
  name: string;
  /** On the common stage, or one that builds its own. */
  run: { shared: Fault } | { own(): Promise<Outcome[]> };
}

export const SCENARIOS: readonly Scenario[] = [
  { name: 'process-killed', run: { shared: processKilled } },
  { name: 'postgres-killed', run: { shared: postgresKilled } },
  { name: 'process-paused', run: { shared: processPaused } },
  { name: 'feed-cut', run: { shared: feedCut } },
  { name: 'slow-readers', run: { shared: slowReaders } },
  { name: 'slot-lost', run: { shared: slotLost } },
  { name: 'disk-full', run: { own: diskFull } },
  { name: 'power-cuts', run: { own: powerCuts } },
];

/** The other processes serve on; the killed one comes back later. */
async function processKilled({ servers }: Stage, healed: () => void): Promise<void> {
  await servers[0]?.kill();
  healed();
  await delay(DOWN_MS);
  await servers[0]?.restart();
}

async function postgresKilled({ database }: Stage, healed: () => void): Promise<void> {
  await database.kill();
  await delay(DOWN_MS);
  await database.start();
  healed();
}

async function processPaused({ servers }: Stage, healed: () => void): Promise<void> {
  servers[0]?.signal('SIGSTOP');
  await delay(PAUSE_MS);
  servers[0]?.signal('SIGCONT');
  healed();
}

async function feedCut({ database }: Stage, healed: () => void, notes: string[]): Promise<void> {
  const ended = await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'walsender'`,
  );
  notes.push(`${ended.length} connections cut`);
  healed();
}

/**
 * One process hangs for so long that its slot would keep back more log than it may: PostgreSQL gives
 * the slot up, and the process takes another one when it goes on.
 */
async function slotLost({ database, servers }: Stage, healed: () => void, notes: string[]): Promise<void> {
  servers[0]?.signal('SIGSTOP');
  let most = 0;
  for (let segment = 0; segment < SEGMENTS; segment += 1) {
    await database.query(`select pg_logical_emit_message(false, 'faults', ''), pg_switch_wal()`);
    if (segment % 10 !== 9) continue;
    const [log] = await database.query<{ bytes: number }>(
      'select sum(size)::float8 as bytes from pg_ls_waldir()',
    );
    most = Math.max(most, log?.bytes ?? 0);
    await database.query('checkpoint');
  }
  await until('PostgreSQL gives the slot of the hanging process up', async () => {
    await database.query('checkpoint');
    const [row] = await database.query<{ slots: number }>(
      `select count(*)::int as slots from pg_replication_slots where wal_status <> 'lost'`,
    );
    return row?.slots === servers.length - 1;
  });
  notes.push(`at most ${Math.round(most / 2 ** 20)} MB of log on the disk`);
  servers[0]?.signal('SIGCONT');
  healed();
}
