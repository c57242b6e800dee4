import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Logger } from '../util/logger.ts';
import {
  appliedBySupabase,
  coveredByEarlier,
  type EarlierMigrations,
  PLATFORM_SCOPE,
} from './earlier-migrations.ts';

/** Any number that no other program on the database is likely to lock. */
const LOCK_KEY = 0x6472_6167;

/** An applied migration's file has other contents than when it was applied: history must not be rewritten. */
export class MigrationChangedError extends Error {
  override readonly name = 'MigrationChangedError';
}

/** The migrations of one folder, in the order of their names. */
export interface MigrationSet {
  /** Recorded with each name: names are unique within a scope. */
  scope: string;
  folder: string;
  /** The migrations that were replaced by an initial one. */
  earlier?: EarlierMigrations;
}

interface Migration {
  scope: string;
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Applies the migrations that a database lacks, each in its own transaction, under an advisory lock:
 * processes that start at the same time wait for each other. On a hosted Supabase, which brings the
 * platform (schemas auth, realtime and storage, the API roles), only the `_server.sql` files of the
 * platform apply. Migrations that the database already has under an earlier name or from the
 * Supabase CLI are recorded and not applied.
 * @param options.sets the platform's set first
 * @returns the names of the migrations applied now
 * @throws MigrationChangedError when an applied file was changed
 * @throws EarlierDatabaseError when the database comes from an earlier version and is not up to date
 */
export async function migrate(options: {
  url: string;
  sets: readonly MigrationSet[];
  log: Logger;
}): Promise<string[]> {
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
    const migrations = await readMigrations(options.sets, hosted);
    await recordCovered(client, options.sets, migrations, hosted, options.log);
    const applied = await appliedChecksums(client);
    const fresh: string[] = [];
    for (const migration of migrations) {
      const known = applied.get(`${migration.scope}/${migration.name}`);
      if (known === undefined) {
        await applyWithRetry(client, migration);
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

/** @returns whether the migrations of `scope` are applied (for readiness) */
export async function isMigrated(
  query: (text: string, values: unknown[]) => Promise<unknown[]>,
  scope: string,
): Promise<boolean> {
  const found = await query('select 1 from dragoman.migrations where scope = $1 limit 1', [scope]);
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

async function readMigrations(sets: readonly MigrationSet[], hosted: boolean): Promise<Migration[]> {
  const migrations = await Promise.all(sets.map(({ scope, folder }) => readFolder(scope, folder)));
  // A Supabase needs the server's own schema too.
  return migrations
    .flat()
    .filter(({ scope, name }) => scope !== PLATFORM_SCOPE || !hosted || name.endsWith('_server.sql'));
}

async function readFolder(scope: string, folder: string): Promise<Migration[]> {
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

/** Records the migrations that the database has without a record under their names. */
async function recordCovered(
  client: pg.Client,
  sets: readonly MigrationSet[],
  migrations: Migration[],
  hosted: boolean,
  log: Logger,
): Promise<void> {
  const recorded = new Set((await appliedChecksums(client)).keys());
  const pushed = await appliedBySupabase(client);
  const isPushed = (name: string) => pushed.has(name.split('_', 1)[0] ?? '');
  for (const { scope, earlier } of sets.filter(isPushable)) {
    for (const name of earlier?.names ?? []) if (isPushed(name)) recorded.add(`${scope}/${name}`);
  }
  const covered = [
    ...coveredByEarlier(sets, migrations, recorded, hosted),
    ...migrations.filter((migration) => isPushable(migration) && isPushed(migration.name)),
  ];
  await client.query('begin');
  for (const migration of covered) {
    const { rowCount } = await client.query(
      `insert into dragoman.migrations (scope, name, checksum) values ($1, $2, $3) on conflict do nothing`,
      [migration.scope, migration.name, migration.checksum],
    );
    if (rowCount) log.info({ migration: migration.name }, 'migration recorded: the database already has it');
  }
  await client.query('commit');
}

/** The Supabase CLI applies an application's migrations, and not the platform's. */
function isPushable({ scope }: { scope: string }): boolean {
  return scope !== PLATFORM_SCOPE;
}

/**
 * Roles belong to the whole cluster, and the lock to one database: when another database of the
 * cluster is migrated for the first time at the same moment, both create the roles, and the second
 * attempt finds them.
 */
async function applyWithRetry(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await apply(client, migration);
  } catch (error) {
    if (!isRaceForRoles((error as Error).cause)) throw error;
    await apply(client, migration);
  }
}

function isRaceForRoles(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  // Another database of the cluster created the role or granted the membership meanwhile.
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
