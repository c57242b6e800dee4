import { randomBytes } from 'node:crypto';
import { migrate } from '@dragoman/supabase-server/db/migrate';
import { createLogger } from '@dragoman/supabase-server/util/logger';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { productMigrations } from '../../src/database/migrations.ts';
import { findProjectRoot } from '../../src/util/project-root.ts';
import { createDatabase } from '../harness.ts';
import { startTransactionPooler } from './transaction-pooler.ts';

const start = (url: string) =>
  migrate({ url, sets: productMigrations(findProjectRoot()), log: createLogger('fatal') });

/** Runs `work` on a new database that was created with the given options. */
async function withDatabase(options: string, work: (url: string) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('adminUrl') });
  const name = `dragoman_test_${randomBytes(8).toString('hex')}`;
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  await admin.connect();
  try {
    await admin.query(`create database ${name} template template0 ${options}`);
    await work(url.href);
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  }
}

async function tables(url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `select 1 from pg_namespace where nspname in ('dragoman', 'auth', 'storage')`,
  );
  await client.end();
  return rows;
}

describe('a start refuses, and writes nothing,', () => {
  it.each([
    ['LATIN1', `encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'`, /encoding of the database is LATIN1/],
    [
      'SQL_ASCII',
      `encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'`,
      /encoding of the database is SQL_ASCII/,
    ],
    [
      'the locale C',
      `encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`,
      /The locale of the database \(C\).*search would miss names/,
    ],
  ])('a database with %s, and says how to create another one', async (_name, options, message) => {
    await withDatabase(options, async (url) => {
      await expect(start(url)).rejects.toThrow(message);
      await expect(start(url)).rejects.toThrow(/create database dragoman template template0 encoding 'UTF8'/);
      expect(await tables(url)).toEqual([]);
    });
  });

  it('a database with a schema auth of its own, as a Supabase project has it', async () => {
    await withDatabase(`encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`, async (url) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('create schema auth; create table auth.users (id uuid)');
      await expect(start(url)).rejects.toThrow(
        /a schema auth that this server did not make.*Supabase project/,
      );
      const { rows } = await client.query(`select to_regnamespace('dragoman') as made`);
      expect(rows).toEqual([{ made: null }]);
      await client.end();
    });
  });

  it('a transaction pooler before the database, and says which port to use', async () => {
    const database = await createDatabase({ empty: true });
    const pooler = await startTransactionPooler(database.url);
    try {
      await expect(start(pooler.url)).rejects.toThrow(/pooler.*LISTEN.*port 5432.*pool_mode = session/s);
      expect(await tables(database.url)).toEqual([]);
    } finally {
      await pooler.close();
      await database.drop();
    }
  });
});

it('a database that is created as the message says suits', async () => {
  const options = `encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`;
  await withDatabase(options, async (url) =>
    expect(await start(url)).toEqual(['0001_initial.sql', '0001_initial.sql', '20261130000000_initial.sql']),
  );
});
