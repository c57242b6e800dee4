import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../util/logger.ts';
import { ensureApiRoles } from './api-roles.ts';
import {
  appliedBySupabase,
  coveredByEarlier,
  type EarlierMigrations,
  isSameMigration,
  PLATFORM_SCOPE,
} from './earlier-migrations.ts';
import { checkServer } from './server-checks.ts';

/** Any number that no other program on the database is likely to lock. */
const LOCK_KEY = 0x6472_6167;
const LOCK_RETRY_MS = 200;
/** How often a process that waits for another one says so, and when it gives up. */
const LOCK_REPORT_MS = 5_000;
const LOCK_TIMEOUT_MS = 300_000;

/** An applied migration's file has other contents than when it was applied: history must not be rewritten. */
export class MigrationChangedError extends Error {
  override readonly name = 'MigrationChangedError';
}

/** The database has migrations that this version does not know. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

/** Another process holds the lock of the migrations. */
export class MigrationLockError extends Error {
  override readonly name = 'MigrationLockError';
}

/** The migrations of one folder, in the order of their names. */
export interface MigrationSet {
  /** Recorded with each name: names are unique within a scope. */
  scope: string;
  folder: string;
  /** The migrations that were replaced by an initial one. */
  earlier?: EarlierMigrations;
}

export interface Migration {
  scope: string;
  name: string;
  sql: string;
  checksum: string;
}

export interface MigrateOptions {
  url: string;
  /** The platform's set first. */
  sets: readonly MigrationSet[];
  log: Logger;
  /** Which migrations to apply of those that the database lacks, as `scope/name`; all by default. */
  only?: ReadonlySet<string>;
  /** Milliseconds to wait for another process that migrates; five minutes by default. */
  lockTimeoutMs?: number;
}

/**
 * Looks whether the database suits the product, creates what it lacks of the API roles, and applies the migrations that it lacks:
 * all in one transaction, under an advisory lock that ends with it, so that processes that start at the same time wait for each
 * other. On a hosted Supabase, which brings the platform (schemas auth, realtime and storage, the API roles), only the `_server.sql`
 * files of the platform apply. Migrations that the database already has under an earlier name or from the Supabase CLI are recorded
 * and not applied.
 * @returns the names of the migrations applied now
 * @throws UnsuitableDatabaseError for a wrong encoding, locale or version, or a transaction pooler
 * @throws DatabaseAccountError when the account lacks rights, or the database the privileges of the API roles
 * @throws MigrationChangedError when an applied file was changed
 * @throws NewerDatabaseError when a newer version has changed the database
 * @throws EarlierDatabaseError when the database comes from an earlier version and is not up to date
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
  const hosted = await isSupabase(client);
  if (!hosted) {
    for (const statement of await ensureApiRoles(client)) log.info({ statement }, 'database role set up');
  }
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
  const all = await readMigrations(sets);
  // A Supabase brings the platform, and needs the server's own schema too.
  const migrations = all.filter(
    ({ scope, name }) => scope !== PLATFORM_SCOPE || !hosted || name.endsWith('_server.sql'),
  );
  refuseUnknown(sets, all, (await appliedChecksums(client)).keys());
  await recordCovered(client, sets, migrations, hosted, log);
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
    } else if (!isSameMigration(migration, known)) {
      throw new MigrationChangedError(
        `Migration ${migration.name} was changed after it had been applied. Restore the file and add a new migration instead.`,
      );
    }
  }
  if (!hosted) await client.query('select realtime.sync_change_feed()');
  return fresh;
}

/** @throws NewerDatabaseError */
export function refuseUnknown(
  sets: readonly MigrationSet[],
  known: readonly Pick<Migration, 'scope' | 'name'>[],
  recorded: Iterable<string>,
): void {
  const names = new Set([
    ...known.map(({ scope, name }) => `${scope}/${name}`),
    ...sets.flatMap(({ scope, earlier }) => (earlier?.names ?? []).map((name) => `${scope}/${name}`)),
  ]);
  const unknown = [...recorded].filter((name) => !names.has(name)).sort();
  if (unknown.length === 0) return;
  throw new NewerDatabaseError(
    `This database was changed by a newer version (migration ${unknown[0]}), which this version does not know. Start that version, ` +
      'or restore a backup from before the upgrade (docs/upgrading.md).',
  );
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

/** @returns all migrations of the sets, in order */
export async function readMigrations(sets: readonly MigrationSet[]): Promise<Migration[]> {
  const migrations = await Promise.all(sets.map(({ scope, folder }) => readFolder(scope, folder)));
  return migrations.flat();
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
  for (const migration of covered) {
    if (await record(client, migration)) {
      log.info({ migration: migration.name }, 'migration recorded: the database already has it');
    }
  }
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
    await record(client, migration);
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** @returns whether it is new */
async function record(client: pg.Client, { scope, name, checksum }: Migration): Promise<boolean> {
  const { rowCount } = await client.query(
    'insert into dragoman.migrations (scope, name, checksum) values ($1, $2, $3) on conflict do nothing',
    [scope, name, checksum],
  );
  return (rowCount ?? 0) > 0;
}
