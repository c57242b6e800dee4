import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { chooseAccount } from '@dragoman/supabase-server/db/embedded/account';
import { findBinaries } from '@dragoman/supabase-server/db/embedded/binaries';
import { DATABASE_NAME, prepareCluster } from '@dragoman/supabase-server/db/embedded/cluster';
import { listClusterProcesses, sendSignal } from '@dragoman/supabase-server/db/embedded/cluster-processes';
import { resolveLaunch } from '@dragoman/supabase-server/db/embedded/launch-mode';
import { stopLeftovers } from '@dragoman/supabase-server/db/embedded/leftovers';
import { usableMemory } from '@dragoman/supabase-server/db/embedded/memory-settings';
import { type Postmaster, startPostmaster } from '@dragoman/supabase-server/db/embedded/postmaster';
import { openServerLog } from '@dragoman/supabase-server/db/embedded/server-log';
import pg from 'pg';
import { freePort } from '../../scripts/lib/free-port.ts';
import { until } from './until.ts';

const POOL_SIZE = 16;

/** A PostgreSQL with the product's own settings, on a port that stays, which can be killed. */
export interface FaultyDatabase {
  url: string;
  /** Starts it again after it has ended. @throws when it does not start */
  start(): Promise<void>;
  /** SIGKILL to all its processes. */
  kill(): Promise<void>;
  isRunning(): boolean;
  /** Runs a statement as its owner. */
  query<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

/**
 * Creates and starts a cluster.
 * @param dataDir a folder that every account can reach
 */
export async function startDatabase(dataDir: string): Promise<FaultyDatabase> {
  await mkdir(dataDir, { recursive: true });
  const folder = await realpath(dataDir);
  const clusterDir = path.join(folder, 'postgres');
  const log = () => undefined;
  const binaries = await findBinaries();
  const account = await chooseAccount(clusterDir);
  const { mode, major } = await resolveLaunch(binaries, folder, account);
  const password = await prepareCluster({
    dataDir: folder,
    clusterDir,
    binaries,
    mode,
    account,
    major,
    log,
  });
  const port = await freePort();
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/${DATABASE_NAME}`;
  let running: Postmaster | null = null;

  async function start(): Promise<void> {
    await stopLeftovers(clusterDir, binaries, log);
    const serverLog = await openServerLog(folder, account);
    const postmaster = await startPostmaster({
      clusterDir,
      binaries,
      mode,
      machine: { memoryBytes: usableMemory(), poolSize: POOL_SIZE * 3 },
      serverLog,
      log,
      clearCluster: () => stopLeftovers(clusterDir, binaries, log),
      pickPort: async () => port,
    }).finally(() => serverLog.handle.close());
    running = postmaster;
    void postmaster.exited.then(() => {
      if (running === postmaster) running = null;
    });
  }

  await start();
  return {
    url,
    start,
    kill: () => killCluster(clusterDir),
    isRunning: () => running !== null,
    query: (statement, values) => query(url, statement, values),
    stop: async () => running?.stop(),
  };
}

/** SIGKILL to all processes of a cluster, until none is left. */
export async function killCluster(clusterDir: string): Promise<void> {
  await until('PostgreSQL is gone', async () => {
    const pids = await listClusterProcesses(clusterDir);
    for (const pid of pids) sendSignal(pid, 'SIGKILL');
    return pids.length === 0;
  });
}

/** Runs a statement on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // the query under way fails with it
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
