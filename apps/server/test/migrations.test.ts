import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../src/db/migrate.ts';
import { createDatabase, startTestServer, type TestServer } from './harness.ts';
import { eventually } from './realtime/fair.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('migrations', () => {
  it('are safe to run twice', async () => {
    const again = await migrate({ url: server.databaseUrl, root: server.ctx.root, log: server.ctx.log });
    expect(again).toEqual([]);
    // The product's files alone (as on a Supabase whose own bookkeeping ran them before) change nothing either.
    await server.sql(`delete from dragoman.migrations where scope = 'product'`);
    const product = await migrate({ url: server.databaseUrl, root: server.ctx.root, log: server.ctx.log });
    expect(product.length).toBeGreaterThan(0);
  });

  it('give every table in public row-level security and every published table its feed', async () => {
    const open = await server.sql(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
    );
    expect(open).toEqual([]);
    const feeds = await server.sql<{ table: string }>(
      `select tgrelid::regclass::text as table from pg_trigger where tgname = 'dragoman_change_feed' order by 1`,
    );
    expect(feeds.map((row) => row.table)).toEqual([
      'blocks',
      'leads',
      'messages',
      'profile_changes',
      'profiles',
      'scanned_cards',
      'session_reads',
      'sessions',
    ]);
  });

  it('come through when another database of the cluster makes the same roles at the same moment', async () => {
    const role = `dragoman_race_${randomBytes(8).toString('hex')}`;
    const root = await mkdtemp(path.join(os.tmpdir(), 'dragoman-migrations-'));
    const platform = path.join(root, 'apps/server/src/db/platform');
    await mkdir(platform, { recursive: true });
    await mkdir(path.join(root, 'supabase/migrations'), { recursive: true });
    await writeFile(
      path.join(platform, '9000_role.sql'),
      `do $$ begin if not exists (select 1 from pg_roles where rolname = '${role}') then create role ${role}; end if; end $$`,
    );
    const other = await createDatabase();
    const rival = new pg.Client({ connectionString: other.url });
    await rival.connect();
    try {
      await rival.query('begin');
      await rival.query(`create role ${role}`);
      const migrated = migrate({ url: server.databaseUrl, root, log: server.ctx.log });
      await eventually(async () => {
        const waiting = await server.sql(
          `select 1 from pg_stat_activity
           where application_name = 'dragoman-migrate' and datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(waiting).toHaveLength(1);
      });
      await rival.query('commit');
      expect(await migrated).toEqual(['9000_role.sql']);
    } finally {
      await rival.query(`drop role if exists ${role}`);
      await rival.end();
      await other.drop();
      await rm(root, { recursive: true, force: true });
    }
  });

  it('are refused when an applied file was changed', async () => {
    await server.sql(`update dragoman.migrations set checksum = 'other' where name like '%join.sql'`);
    await expect(
      migrate({ url: server.databaseUrl, root: server.ctx.root, log: server.ctx.log }),
    ).rejects.toThrow(/was changed after it had been applied/);
  });
});
