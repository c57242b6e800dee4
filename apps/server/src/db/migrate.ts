import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Logger } from '../http/logger.ts';

/** Any number that no other program on the database is likely to lock. */
const LOCK_KEY = 0x6472_6167;

/** An applied migration's file has other contents than when it was applied: history must not be rewritten. */
export class MigrationChangedError extends Error {
  override readonly name = 'MigrationChangedError';
}

interface Migration {
  scope: 'platform' | 'product';
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Brings a database up to date, each migration in a transaction of its own, under an advisory lock so that processes starting
 * at once wait for each other. Platform migrations (schemas auth and realtime, the API roles) are left out where a Supabase
 * brings its own.
 * @returns the names of the migrations applied now.
 */
export async function migrate(options: { url: string; root: string; log: Logger }): Promise<string[]> {
  const client = new pg.Client({ connectionString: options.url, application_name: 'dragoman-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const hosted = await isSupabase(client);
    await client.query(`
      create schema if not exists dragoman;
      revoke all on schema dragoman from public;
      create table if not exists dragoman.migrations (
        scope text not null,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now(),
        primary key (scope, name)
      )`);
    const migrations = await readMigrations(options.root, hosted);
    const applied = await appliedChecksums(client);
    const fresh: string[] = [];
    for (const migration of migrations) {
      const known = applied.get(`${migration.scope}/${migration.name}`);
      if (known === undefined) {
        await applyOnceMore(client, migration);
        fresh.push(migration.name);
        options.log.debug({ migration: migration.name }, 'migration applied');
      } else if (known !== migration.checksum) {
        throw new MigrationChangedError(
          `Migration ${migration.name} was changed after it had been applied. Restore the file and add a new migration instead.`,
        );
      }
    }
    if (!hosted) await client.query('select realtime.sync_change_feed()');
    return fresh;
  } finally {
    await client.end();
  }
}

/** @returns whether every migration of this version is applied (for readiness). */
export async function isMigrated(query: (text: string) => Promise<unknown[]>): Promise<boolean> {
  const found = await query(`select 1 from dragoman.migrations where scope = 'product' limit 1`);
  return found.length > 0;
}

/** A Supabase database has schema auth without our record of having made it. */
async function isSupabase(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ hosted: boolean }>(
    `select to_regnamespace('auth') is not null and to_regclass('dragoman.migrations') is null
       or exists (select 1 from pg_roles where rolname = 'supabase_auth_admin') as hosted`,
  );
  return rows[0]?.hosted ?? false;
}

async function readMigrations(root: string, hosted: boolean): Promise<Migration[]> {
  const platform = await readFolder('platform', path.join(root, 'apps/server/src/db/platform'));
  const product = await readFolder('product', path.join(root, 'supabase/migrations'));
  // The server's own schema is needed on a Supabase as well.
  return [...platform.filter(({ name }) => !hosted || name.endsWith('_server.sql')), ...product];
}

async function readFolder(scope: Migration['scope'], folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { scope, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function appliedChecksums(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ scope: string; name: string; checksum: string }>(
    'select scope, name, checksum from dragoman.migrations',
  );
  return new Map(rows.map((row) => [`${row.scope}/${row.name}`, row.checksum]));
}

/**
 * Roles belong to the whole cluster, and the lock to one database: when another one of the cluster is brought up to date for the first
 * time in the same moment, the roles that both make are there at the second attempt.
 */
async function applyOnceMore(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await apply(client, migration);
  } catch (error) {
    if (!isRaceForRoles((error as Error).cause)) throw error;
    await apply(client, migration);
  }
}

function isRaceForRoles(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  // A role that was made, or a membership that was granted, by somebody else meanwhile.
  return (
    (error.code === '23505' && (error.table === 'pg_authid' || error.table === 'pg_auth_members')) ||
    (error.code === 'XX000' && error.message === 'tuple concurrently updated')
  );
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into dragoman.migrations (scope, name, checksum) values ($1, $2, $3)', [
      migration.scope,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}
