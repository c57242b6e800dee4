import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrate } from '@dragoman/supabase-server/db/migrate';
import type { Logger } from '@dragoman/supabase-server/util/logger';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productMigrations } from '../src/database/migrations.ts';
import { createDatabase, startTestServer, type TestServer } from './harness.ts';
import { eventually } from './realtime/fair.ts';
import { describeSchema } from './schema-description.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function migrateAgain(): Promise<string[]> {
  return migrate({ url: server.databaseUrl, sets: productMigrations(server.ctx.root), log: server.ctx.log });
}

async function recorded(): Promise<string[]> {
  const rows = await server.sql<{ name: string }>(
    'select name from dragoman.migrations order by scope, name',
  );
  return rows.map(({ name }) => name);
}

/** Records migrations as the Supabase CLI does, for as long as `run` takes. */
async function asPushed(
  sql: TestServer['sql'],
  names: readonly string[],
  run: () => Promise<void>,
): Promise<void> {
  await sql('create schema supabase_migrations');
  try {
    await sql('create table supabase_migrations.schema_migrations (version text primary key)');
    await sql(
      `insert into supabase_migrations.schema_migrations select split_part(name, '_', 1) from unnest($1::text[]) name`,
      [names],
    );
    await run();
  } finally {
    await sql('drop schema supabase_migrations cascade');
  }
}

/** Applies the schema files to an empty database. */
async function applySchemas(client: pg.Client): Promise<void> {
  await client.query('create schema dragoman; revoke all on schema dragoman from public');
  for (const folder of [
    'packages/supabase-server/src/db/platform/schemas',
    'apps/server/src/database/schemas',
    'supabase/schemas',
  ]) {
    const directory = path.join(server.ctx.root, folder);
    const files = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
    for (const file of files) await client.query(await readFile(path.join(directory, file), 'utf8'));
  }
}

describe('migrations', () => {
  it('run once', async () => {
    expect(await migrateAgain()).toEqual([]);
  });

  it('give the schema that the schema files describe', { timeout: 60_000 }, async () => {
    const bare = await createDatabase({ empty: true });
    const client = new pg.Client({ connectionString: bare.url });
    const migrated = new pg.Client({ connectionString: server.databaseUrl });
    await Promise.all([client.connect(), migrated.connect()]);
    try {
      await applySchemas(client);
      const described = await describeSchema(client);
      expect(await describeSchema(migrated)).toEqual(described);

      // The comparison notices a difference in every kind of object.
      for (const change of [
        'alter table public.blocks add column note text',
        'alter table public.blocks alter column created_at drop default',
        'alter table public.blocks drop constraint blocks_of_others',
        'alter table public.blocks disable row level security',
        'drop index public.blocks_blocked_id_idx',
        'drop policy "Unblock" on public.blocks',
        'drop trigger tell_block on public.blocks',
        'grant update (created_at) on public.blocks to authenticated',
        'grant update on public.blocks to authenticated',
        'grant execute on function private.tell_block() to anon',
        'grant usage on schema dragoman to anon',
        'grant create on schema extensions to anon',
        'alter default privileges in schema public revoke insert on tables from anon',
        'alter function private.knows(uuid) security invoker',
        'alter view public.chat_list set (security_invoker = false)',
        'alter publication supabase_realtime drop table public.blocks',
        'alter sequence dragoman.setting_revisions increment 2',
        "update private.quotas set members = 1 where name = 'chats'",
        "update storage.buckets set public = true where id = 'chat-files'",
      ]) {
        await client.query('begin');
        await client.query(change);
        expect(await describeSchema(client), change).not.toEqual(described);
        await client.query('rollback');
      }
    } finally {
      await Promise.all([client.end(), migrated.end()]);
      await bare.drop();
    }
  });

  it('give every table in public row-level security and publish the tables of chats, cards and leads', async () => {
    const open = await server.sql(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
    );
    expect(open).toEqual([]);
    const published = await server.sql<{ table: string; identity: string }>(
      `select p.tablename as table, c.relreplident as identity from pg_publication_tables p
       join pg_class c on c.oid = format('%I.%I', p.schemaname, p.tablename)::regclass
       where p.pubname = 'supabase_realtime' order by 1`,
    );
    expect(published.map(({ table, identity }) => [table, identity])).toEqual([
      ['blocks', 'f'],
      ['booth_members', 'f'],
      ['chat_notes', 'f'],
      ['hidden_messages', 'f'],
      // It has a generated column, beside which PostgreSQL refuses the full identity.
      ['leads', 'd'],
      ['meetings', 'f'],
      ['message_reactions', 'f'],
      ['messages', 'f'],
      ['profile_changes', 'f'],
      ['profiles', 'f'],
      ['scanned_cards', 'f'],
      ['session_reads', 'f'],
      ['sessions', 'f'],
    ]);
    expect(await server.sql(`select from pg_trigger where tgname = 'dragoman_change_feed'`)).toEqual([]);
  });

  it('come through when another database of the cluster makes the same roles at the same moment', async () => {
    const role = `dragoman_race_${randomBytes(8).toString('hex')}`;
    const root = await mkdtemp(path.join(os.tmpdir(), 'dragoman-migrations-'));
    const platform = path.join(root, 'packages/supabase-server/src/db/platform');
    // With the migrations that the database has: a version that lacks one refuses it.
    for (const { folder } of productMigrations('')) {
      await cp(path.join(server.ctx.root, folder), path.join(root, folder), { recursive: true });
    }
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
      const migrated = migrate({
        url: server.databaseUrl,
        sets: productMigrations(root),
        log: server.ctx.log,
      });
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
      await server.sql(`delete from dragoman.migrations where name = '9000_role.sql'`);
      await rival.query(`drop role if exists ${role}`);
      await rival.end();
      await other.drop();
      await rm(root, { recursive: true, force: true });
    }
  });

  it('leave out what the Supabase CLI has applied', async () => {
    const before = await recorded();
    const pushed = await server.sql<{ name: string }>(
      `delete from dragoman.migrations where scope = 'product' returning name`,
    );
    const names = pushed.map(({ name }) => name);
    await asPushed(server.sql, names, async () => {
      expect(await migrateAgain()).toEqual([]);
      expect(await recorded()).toEqual(before);
    });
  });

  it('are refused when a newer version has added one', async () => {
    await server.sql(
      `insert into dragoman.migrations (scope, name, checksum) values ('product', '29990101000000_later.sql', '')`,
    );
    try {
      await expect(migrateAgain()).rejects.toThrow(
        'changed by a newer version (migration product/29990101000000_later.sql), which this version does not know',
      );
    } finally {
      await server.sql(`delete from dragoman.migrations where name = '29990101000000_later.sql'`);
    }
  });

  it('wait for another process that migrates, with a line in the log, and give up after a time', async () => {
    const rival = new pg.Client({ connectionString: server.databaseUrl });
    const lines: string[] = [];
    const log = {
      ...server.ctx.log,
      info: (_fields: object, line: string) => lines.push(line),
      debug: () => undefined,
    } as unknown as Logger;
    const options = { url: server.databaseUrl, sets: productMigrations(server.ctx.root), log };
    await rival.connect();
    try {
      await rival.query('begin');
      await rival.query('select pg_advisory_xact_lock($1)', [0x6472_6167]);
      await expect(migrate({ ...options, lockTimeoutMs: 0 })).rejects.toThrow(
        /Another process has been migrating/,
      );
      const waiting = migrate(options);
      await eventually(async () =>
        expect(lines).toEqual(['another process is migrating the database; waiting for it']),
      );
      await rival.query('commit');
      expect(await waiting).toEqual([]);
    } finally {
      await rival.end();
    }
  });

  it('are refused when an applied file was changed', async () => {
    const set = (checksum: string) =>
      server.sql(`update dragoman.migrations set checksum = ${checksum} where name like '%initial.sql'`);
    await set(`'other' || checksum`);
    try {
      await expect(migrateAgain()).rejects.toThrow(/was changed after it had been applied/);
    } finally {
      await set(`replace(checksum, 'other', '')`);
    }
  });
});

it('a database that a version before 1.0.0 made is refused and stays as it is', async () => {
  const before = await server.sql('select scope, name from dragoman.migrations order by 1, 2');
  await server.sql(`update dragoman.migrations set name = 'before_' || name`);
  try {
    const records = await recorded();
    await expect(migrateAgain()).rejects.toThrow(
      /version before 1\.0\.0 made this database.*npm run backup.*npm run restore.*docs\/upgrading\.md/,
    );
    expect(await recorded()).toEqual(records);
  } finally {
    await server.sql(`update dragoman.migrations set name = replace(name, 'before_', '')`);
  }
  expect(await server.sql('select scope, name from dragoman.migrations order by 1, 2')).toEqual(before);
});

// An installation that has applied a migration refuses another text of it.
it('the migrations of version 1.0.0 are those that were released', async () => {
  const released = await server.sql(
    `select scope, checksum from dragoman.migrations where name like '%\\_initial.sql' order by scope`,
  );
  expect(released).toEqual([
    { scope: 'platform', checksum: '7d4aa16a2c2212bac14742b5193e37fa95f6908188ae3a6ece9af40913516ad2' },
    { scope: 'product', checksum: '2bb41a133f502a538a7e932c42249314e5bba219db07dbe11122f7ff402c4f5c' },
    { scope: 'product-server', checksum: 'de49e8481a2694df4d8fd76cd2ec8e5a4d422321abda1374b06fb5a3509d7d35' },
  ]);
});
