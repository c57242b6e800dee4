import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../util/logger.ts';
import { DatabaseAccountError, ensureApiRoles } from './api-roles.ts';
import { appliedChecksums, recordMigration, recordPushed } from './migration-records.ts';
import { type Migration, type MigrationSet, readMigrations, refuseUnknown } from './migration-sets.ts';
import { checkServer } from './server-checks.ts';
import { ensureSupabaseDefaults } from './supabase-defaults.ts';

/** Any number that no other program on the database is likely to lock. */
const LOCK_KEY = 0x6472_6167;
const LOCK_RETRY_MS = 200;
/** The interval at which a process that waits for another one reports it, and its time limit. */
const LOCK_REPORT_MS = 5_000;
const LOCK_TIMEOUT_MS = 300_000;

/**
 * An applied migration's file has other contents than when it was applied: history must not be
 * rewritten.
 */
export class MigrationChangedError extends Error {
  override readonly name = 'MigrationChangedError';
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** Another process holds the lock of the migrations. */
export class MigrationLockError extends Error {
  override readonly name = 'MigrationLockError';
}

export interface MigrateOptions {
  url: string;
  /** The platform's set first. */
  sets: readonly MigrationSet[];
  log: Logger;
  /** The migrations to apply of those that the database lacks, as `scope/name`; all by default. */
  only?: ReadonlySet<string>;
  /** Milliseconds to wait for another process that migrates; five minutes by default. */
  lockTimeoutMs?: number;
}

/**
 * Checks whether the database suits the product, creates what it lacks of the API roles, and
 * applies the migrations that it lacks: all in one transaction, under an advisory lock that ends
 * with it, so that processes that start at the same time wait for each other. Migrations that the
 * Supabase CLI has applied are recorded and not applied.
 * @returns the names of the migrations applied now
 * @throws UnsuitableDatabaseError for a wrong encoding, locale, version or `wal_level`, a
 * transaction pooler, or the database of a Supabase project
 * @throws DatabaseAccountError when the account lacks rights, or the database the privileges of the
 * API roles
 * @throws MigrationChangedError when an applied file was changed
 * @throws NewerDatabaseError when a newer version has changed the database
 * @throws EarlierDatabaseError when a version before 1.0.0 made the database
 * @throws MigrationLockError when another process migrates for longer than the time limit
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  await checkServer(options.url);
  const client = new pg.Client({ connectionString: options.url, application_name: 'dragoman-migrate' });
  client.on('error', () => undefined); // the query under way fails with it
  await client.connect();
  try {
    return await retryRaceForRoles(() => migrateInTransaction(client, options));
  } finally {
    await client.end();
  }
}

async function migrateInTransaction(client: pg.Client, options: MigrateOptions): Promise<string[]> {
  await lockMigrations(client, options);
  try {
    const fresh = await applyMissing(client, options);
    await client.query('commit');
    return fresh;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Begins a transaction that holds the lock. */
async function lockMigrations(
  client: pg.Client,
  { log, lockTimeoutMs = LOCK_TIMEOUT_MS }: MigrateOptions,
): Promise<void> {
  const started = performance.now();
  let reported = started;
  for (;;) {
    await client.query('begin');
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_xact_lock($1) as held', [
      LOCK_KEY,
    ]);
    if (rows[0]?.held) return;
    await client.query('rollback');
    const now = performance.now();
    if (now - started >= lockTimeoutMs) {
      throw new MigrationLockError(
        `Another process has been migrating this database for ${Math.round(lockTimeoutMs / 1000)} seconds. Look for it with: select * from ` +
          `pg_stat_activity where application_name = 'dragoman-migrate'; end it with pg_terminate_backend(pid), and start again.`,
      );
    }
    if (reported === started || now - reported >= LOCK_REPORT_MS) {
      log.info({}, 'another process is migrating the database; waiting for it');
      reported = now;
    }
    await delay(LOCK_RETRY_MS);
  }
}

async function applyMissing(client: pg.Client, { sets, log, only }: MigrateOptions): Promise<string[]> {
  for (const statement of await ensureApiRoles(client, sets)) {
    log.debug({ statement }, 'database role set up');
  }
  await ensureSupabaseDefaults(client, log);
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
  const migrations = await readMigrations(sets);
  refuseUnknown(migrations, new Set((await appliedChecksums(client)).keys()));
  await recordPushed(client, migrations, log);
  const applied = await appliedChecksums(client);
  const fresh: string[] = [];
  for (const migration of migrations) {
    const key = `${migration.scope}/${migration.name}`;
    const known = applied.get(key);
    if (known === undefined) {
      if (only && !only.has(key)) continue;
      await apply(client, migration);
      fresh.push(migration.name);
      log.debug({ migration: migration.name }, 'migration applied');
    } else if (known !== migration.checksum) {
      throw new MigrationChangedError(
        `Migration ${migration.name} was changed after it had been applied. Restore the file and add a new migration instead.`,
      );
    }
  }
  return fresh;
}

/**
 * Roles belong to the whole cluster, and the lock to one database: when another database of the
 * cluster is migrated for the first time at the same moment, both create the roles, and the second
 * attempt finds them.
 */
async function retryRaceForRoles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRaceForRoles(error) && !isRaceForRoles((error as Error).cause)) throw error;
    return work();
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
  try {
    await client.query(migration.sql);
    await recordMigration(client, migration);
  } catch (error) {
    const lacksRights = error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE;
    const Failure = lacksRights ? DatabaseAccountError : Error;
    throw new Failure(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}
