import { hasBundledPostgres } from '@dragoman/supabase-server/test/embedded/support';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addGuest,
  addSession,
  clientOf,
  eventually,
  releaseClients,
  type ServerProcess,
  say,
  startProcess,
  subscribed,
  watch,
} from '../realtime/fair.ts';
import { type OwnCluster, startOwnCluster } from './own-cluster.ts';

let cluster: OwnCluster;
let url: string;
let holder: pg.Client;
// pg_stat_activity keeps its first answer within a transaction, so the holder cannot observe it.
let observer: pg.Client;
const processes: ServerProcess[] = [];

async function start(): Promise<ServerProcess> {
  const started = await startProcess(url);
  processes.push(started);
  return started;
}

async function slots(): Promise<number> {
  const { rows } = await observer.query(
    'select from pg_replication_slots where database = current_database()',
  );
  return rows.length;
}

/** Begins a transaction for which a new reader of the log has to wait. */
async function hold(): Promise<void> {
  await holder.query('begin');
  await holder.query('select pg_current_xact_id()');
}

/** Waits until a server's reader of the log waits for the holder. */
async function readerWaits(): Promise<void> {
  await eventually(async () => {
    const { rows } = await observer.query(
      `select from pg_stat_activity where application_name = 'dragoman-feed' and wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(1);
  });
}

// A cluster of their own: each new reader in the cluster waits for the transaction.
describe.runIf(hasBundledPostgres)('a server that reads the log', () => {
  beforeAll(async () => {
    cluster = await startOwnCluster();
    await cluster.run('create database feed template template0');
    url = cluster.urlOf({ database: 'feed' });
    holder = new pg.Client({ connectionString: url });
    observer = new pg.Client({ connectionString: url });
    await Promise.all([holder.connect(), observer.connect()]);
    await (await startProcess(url)).stop();
  });
  beforeEach(() => eventually(async () => expect(await slots()).toBe(0)));
  afterEach(async () => {
    await holder.query('rollback');
    await releaseClients();
    for (const one of processes.splice(0)) await one.stop();
  });
  afterAll(async () => {
    await Promise.all([holder?.end(), observer?.end()]);
    await cluster?.stop();
  });

  it('gives its slot back when it stops', async () => {
    const server = await start();
    await eventually(async () => {
      const { rows } = await observer.query('select from pg_replication_slots where active and temporary');
      expect(rows).toHaveLength(1);
    });
    processes.splice(processes.indexOf(server), 1);
    await server.stop();
    expect(await slots()).toBe(0);
  });

  it('starts and serves while a transaction is open in the cluster, and subscriptions wait for its end', async () => {
    await hold();
    const server = await start();
    await readerWaits();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const vendor = await addGuest(server.ctx, 'vendor');
    const visitor = await addGuest(server.ctx, 'visitor');
    const sessionId = await addSession(server.ctx, vendor, visitor);
    const watched = watch(clientOf(server, vendor), [{ table: 'messages' }]);
    await holder.query('rollback');
    await subscribed(watched);
    await say(server.ctx, sessionId, visitor, 'at last');
    await eventually(() => expect(watched.events.map(({ new: row }) => row.content)).toEqual(['at last']));
  });

  it('stops while it waits for a transaction, and leaves no slot behind', async () => {
    await hold();
    const server = await start();
    await readerWaits();
    expect(await slots()).toBe(1);
    processes.splice(processes.indexOf(server), 1);
    await server.stop();
    await eventually(async () => expect(await slots()).toBe(0));
  });
});
